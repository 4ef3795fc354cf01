import { Button, Code, CopyButton, Group, Stack, Text, Textarea } from '@mantine/core';
import IconMessageQuestion from '~icons/message-question';
import { askAboutStep } from '@vlabs/contract/runs/steps';
import { useState } from 'react';
import { call } from '../../../platform/calls/call.ts';
import { fieldErrors } from '../../../platform/calls/form-errors.ts';
import { useSession } from '../../../platform/calls/session.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Form, useForm } from '../../../ui/Form.tsx';

interface AskAboutStepProps {
  /** The traced run. */
  token: string;
  /** The step that is shown, from 1. */
  step: number;
}

/** For students: a question about the step that is shown, and a link that hands both to a teacher. */
export function AskAboutStep({ token, step }: AskAboutStepProps) {
  const { user, isGuest } = useSession();
  const [asked, setAsked] = useState<number | null>(null);
  if (!user || user.role !== 0 || isGuest) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconMessageQuestion size={16} aria-hidden />}
        onClick={() => setAsked(step)}
      >
        Ask a teacher
      </Button>
      {asked !== null && (
        <AskDialog token={token} step={asked} userId={user.id} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

interface AskDialogProps extends AskAboutStepProps {
  userId: string;
  onClose: () => void;
}

function AskDialog({ token, step, userId, onClose }: AskDialogProps) {
  const [isSaved, setIsSaved] = useState(false);
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => fieldErrors(askAboutStep.body, { text, step }),
    send: ({ text }) => call(askAboutStep, { params: { token }, body: { text, step } }),
    onSent: () => setIsSaved(true),
  });
  const link = new URL(`/steps/${encodeURIComponent(userId)}/${token}`, location.origin).href;
  if (isSaved) {
    return (
      <Dialog title="Your question was saved" onClose={onClose}>
        <Stack gap="md">
          <Text>
            Send this link to a teacher of your class. It opens your program at step {step} with
            your question. Other students cannot open it.
          </Text>
          <Code block tabIndex={0} aria-label="Link to your question">
            {link}
          </Code>
          <Group gap="sm" justify="flex-end">
            <CopyButton value={link}>
              {({ copied, copy }) => (
                <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>
              )}
            </CopyButton>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog title={`Ask about step ${step}`} onClose={onClose}>
      <Form form={form} submitLabel="Save question" onCancel={onClose}>
        <Textarea
          label="Question"
          description="A teacher who opens your link sees the question, the program and its steps."
          required
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          {...form.field('text')}
        />
      </Form>
    </Dialog>
  );
}
