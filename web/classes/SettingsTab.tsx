import { Button, Checkbox, Paper, Stack, Text, Title } from '@mantine/core';
import IconArchive from '~icons/archive';
import IconArchiveOff from '~icons/archive-off';
import IconCopy from '~icons/copy';
import {
  archiveClass,
  changeClass,
  type ClassDetails,
  setClassStepping,
} from '@vlabs/contract/classes/classes';
import { hasRight } from '@vlabs/contract/http/rights';
import { useState } from 'react';
import { call } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { useMakesClasses } from '../platform/calls/use-account.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Form, useForm } from '../ui/Form.tsx';
import { toastSuccess } from '../ui/toast.ts';
import { ClassFields } from './ClassFields.tsx';
import { CopyDialog } from './copying/CopyDialog.tsx';
import { JoiningPanel } from './people/JoiningPanel.tsx';
import { changedCalls, useClassChange } from './calls/use-classes.ts';

/** Name, joining, copying and archiving of a class. */
export function SettingsTab({ details }: { details: ClassDetails }) {
  const { rights, state } = details;
  const makesClasses = useMakesClasses();
  const mayChange = state === 'open' && hasRight(rights, 'enrol');
  return (
    <Stack gap="lg" maw="40rem">
      {mayChange && (
        <Paper withBorder p="lg">
          <NameForm details={details} />
        </Paper>
      )}
      {mayChange && (
        <Paper withBorder p="lg">
          <Title order={2} mb="md">
            Joining
          </Title>
          <JoiningPanel details={details} />
        </Paper>
      )}
      {state === 'open' && hasRight(rights, 'edit') && (
        <Paper withBorder p="lg">
          <Stepping details={details} />
        </Paper>
      )}
      {hasRight(rights, 'manageClass') && makesClasses && (
        <Paper withBorder p="lg">
          <Copying details={details} />
        </Paper>
      )}
      {hasRight(rights, 'manageClass') && (
        <Paper withBorder p="lg">
          <Archiving details={details} />
        </Paper>
      )}
    </Stack>
  );
}

function NameForm({ details }: { details: ClassDetails }) {
  const { classId, name, subject, term, code, department } = details;
  const refresh = useRefresh(...changedCalls);
  const form = useForm({
    initial: { name, subject, termId: term.termId, code, department },
    check: (values) => fieldErrors(changeClass.body, values),
    send: (body) => call(changeClass, { params: { classId }, body }),
    onSent: () => {
      toastSuccess('Saved.');
      return refresh();
    },
  });
  return (
    <Form form={form} submitLabel="Save">
      <ClassFields field={form.field} />
    </Form>
  );
}

function Stepping({ details: { classId, canStep } }: { details: ClassDetails }) {
  const { mutate: change, isPending } = useClassChange(
    (next: boolean) => call(setClassStepping, { params: { classId }, body: { canStep: next } }),
    () => toastSuccess('Saved.'),
  );
  return (
    <Stack gap="md">
      <Title order={2}>Stepping</Title>
      <Checkbox
        label="Students may step through their programs for assignments"
        description="You can turn it off for a single assignment too. It is always off during a test."
        checked={canStep}
        disabled={isPending}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </Stack>
  );
}

function Copying({ details }: { details: ClassDetails }) {
  const [isCopying, setIsCopying] = useState(false);
  return (
    <Stack gap="md" align="flex-start">
      <Title order={2}>Next term</Title>
      <Text>
        Copies the work and sections to another term, without the students. You’ll see a preview
        first.
      </Text>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => setIsCopying(true)}
      >
        Copy to a term
      </Button>
      {isCopying && <CopyDialog details={details} onClose={() => setIsCopying(false)} />}
    </Stack>
  );
}

function Archiving({ details }: { details: ClassDetails }) {
  const { classId, name, state } = details;
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { mutate: become, isPending } = useClassChange(
    (next: typeof state) => call(archiveClass, { params: { classId }, body: { state: next } }),
    close,
  );
  if (state === 'archived') {
    return (
      <Stack gap="md" align="flex-start">
        <Text>Reopen the class to change it and to show its work to students again.</Text>
        <Button
          loading={isPending}
          leftSection={<IconArchiveOff size={16} aria-hidden />}
          onClick={() => become('open')}
        >
          Reopen
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="md" align="flex-start">
      <Title order={2}>Archive</Title>
      <Text>Archive the class when its term is over. Nothing is deleted.</Text>
      <Button
        variant="default"
        leftSection={<IconArchive size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Archive class
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Archive ${name}?`}
          consequence="It becomes read-only and disappears from students’ lists. Results are kept. You can reopen it."
          confirmLabel="Archive class"
          isBusy={isPending}
          onConfirm={() => become('archived')}
          onCancel={close}
        />
      )}
    </Stack>
  );
}
