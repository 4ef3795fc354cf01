import { Button, Group, Skeleton, Text } from '@mantine/core';
import { findLanguage, requireLanguage } from '@vlabs/contract/runs/languages';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '../platform/calls/call.ts';
import { serverNowMs } from '../platform/calls/server-time.ts';
import { formatMomentBeside } from '../ui/dates/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FormMessage } from '../ui/FormMessage.tsx';
import type { Divergence } from './draft-autosave.ts';
import { describeInputs } from '../runs/inputs/inputs.ts';

const DiffView = lazy(async () => ({ default: (await import('./DiffView.tsx')).DiffView }));

interface DivergedDialogProps {
  divergence: Divergence;
  /** The text in this browser. */
  textHere: string;
  onChoose: (choice: 'here' | 'elsewhere') => Promise<void>;
  onLater: () => void;
}

/** Shows two conflicting texts and lets the student choose one. */
export function DivergedDialog({ divergence, textHere, onChoose, onLater }: DivergedDialogProps) {
  const [choosing, setChoosing] = useState<'here' | 'elsewhere' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { part, kept } = divergence;
  const languageId = findLanguage(Number(part))?.id ?? null;
  const what = languageId === null ? 'inputs' : `${requireLanguage(languageId).name} program`;
  const shown = (text: string) => (languageId === null ? describeInputs(text) : text);

  const choose = async (choice: 'here' | 'elsewhere') => {
    setChoosing(choice);
    setFailure(null);
    try {
      await onChoose(choice);
    } catch (error) {
      setFailure(
        `Nothing has changed, because the other version could not be saved. ${messageOf(error)}`,
      );
      setChoosing(null);
    }
  };

  return (
    <Dialog title={`Your ${what} was changed on another device`} size="wide" onClose={onLater}>
      <Text mb="md">
        Choose which version to keep.
        {languageId === null
          ? ' The other version’s inputs are added after them.'
          : ' The other one stays in the history.'}
      </Text>
      <Suspense fallback={<Skeleton height={240} />}>
        <DiffView
          before={{
            name: `On the other device, saved ${formatMomentBeside(kept.savedAt, serverNowMs())}`,
            text: shown(kept.text),
          }}
          after={{ name: 'In this browser', text: shown(textHere) }}
          languageId={languageId}
        />
      </Suspense>
      <div role="alert">
        <FormMessage message={failure} />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="subtle" color="gray" onClick={onLater}>
          Decide later
        </Button>
        <Button
          variant="default"
          loading={choosing === 'elsewhere'}
          disabled={choosing === 'here'}
          onClick={() => void choose('elsewhere')}
        >
          Take the other device’s
        </Button>
        <Button
          loading={choosing === 'here'}
          disabled={choosing === 'elsewhere'}
          onClick={() => void choose('here')}
        >
          Keep this browser’s
        </Button>
      </Group>
    </Dialog>
  );
}
