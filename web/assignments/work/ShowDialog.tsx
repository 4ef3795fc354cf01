import { Button, Group, Stack } from '@mantine/core';
import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import { writeKolkataField } from '@vlabs/contract/text/kolkata-time';
import { type SubmitEvent, useState } from 'react';
import { messageOf, refusedFields } from '../../platform/calls/call.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { type ShowChoice, mistakeInChoice, showFromOf } from './show-choice.ts';
import { ShowToStudents } from './ShowToStudents.tsx';
import { useShowAssignment } from './use-show-assignment.ts';

interface ShowDialogProps {
  assignment: ListedAssignment;
  onClose: () => void;
}

/** Changes when a prepared assignment appears, or hides one that nobody has handed in. */
export function ShowDialog({ assignment: { id, title, prepared }, onClose }: ShowDialogProps) {
  const [choice, setChoice] = useState(() => choiceOf(prepared?.showFrom ?? null));
  const [mistake, setMistake] = useState<string | null>(null);
  const { mutate, isPending, error } = useShowAssignment();
  const refusal = error && messageOf(error);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const found = mistakeInChoice(choice);
    setMistake(found);
    if (found !== null) return;
    mutate(
      { id, showFrom: showFromOf(choice) },
      {
        onSuccess: onClose,
        onError: (refused) => setMistake(refusedFields(refused)['showFrom'] ?? null),
      },
    );
  }

  return (
    <Dialog title={prepared ? `When students see ${title}` : `Hide ${title}`} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <ShowToStudents
            choice={choice}
            offers={['at', 'not_yet']}
            error={mistake}
            onChange={(chosen) => {
              setChoice(chosen);
              setMistake(null);
            }}
          />
          <FormMessage message={mistake === refusal ? null : refusal} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {prepared ? 'Save' : 'Hide'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const choiceOf = (showFrom: string | null): ShowChoice =>
  showFrom === null
    ? { when: 'not_yet', at: '' }
    : { when: 'at', at: writeKolkataField(new Date(showFrom)) };
