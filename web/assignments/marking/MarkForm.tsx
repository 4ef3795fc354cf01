import { Button, Group, Kbd, Stack, Text, Textarea, TextInput, Paper } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import IconDeviceFloppy from '~icons/device-floppy';
import IconFlask from '~icons/flask';
import { useMutation } from '@tanstack/react-query';
import { marksOfPoints } from '@vlabs/contract/assignments/test-cases';
import { type HandIn, markHandIn } from '@vlabs/contract/assignments/hand-ins';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { call, messageOf } from '../../platform/calls/call.ts';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { forgetTypedMark, givenMark, useTypedMark } from './typed-marks.ts';
import { useRefreshAssignments } from '../parts/use-assignments.ts';
import { useTestReport } from '../parts/use-test-cases.ts';

interface MarkFormProps {
  handIn: HandIn;
  maxMarks: number;
  hasNext: boolean;
  onMarked: () => void;
}

/** Marks and a comment. The marks field has the focus, so a class can be graded by keyboard. */
export function MarkForm({ handIn, maxMarks, hasNext, onMarked }: MarkFormProps) {
  const [{ marks, comment, markVersion }, type] = useTypedMark(handIn);
  const [mistake, setMistake] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const save = useMark(handIn.handInId);
  const suggested = useSuggestedMarks(handIn, maxMarks);
  useHotkeys([['alt+S', () => acceptSuggested(), { usePhysicalKeys: true }]], []);

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, []);

  function send(given: number | null): void {
    save.mutate({ marks: given, comment, markVersion }, { onSuccess: onMarked });
  }

  function acceptSuggested(): void {
    if (suggested === null || save.isPending) return;
    type({ marks: String(suggested) });
    setMistake(null);
    send(suggested);
  }

  function submit(event?: SubmitEvent): void {
    event?.preventDefault();
    const found = findMistake(marks, maxMarks);
    setMistake(found);
    if (found === null) send(Number(marks));
    else field.current?.focus();
  }

  function submitByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          ref={field}
          label={`Marks of ${maxMarks}`}
          inputMode="decimal"
          autoComplete="off"
          value={marks}
          error={mistake}
          onChange={(event) => type({ marks: event.currentTarget.value })}
        />
        {suggested !== null && suggested !== handIn.marks && (
          <div>
            <Button
              variant="light"
              disabled={save.isPending}
              leftSection={<IconFlask size={16} aria-hidden />}
              onClick={acceptSuggested}
            >
              Give {suggested} by the test cases
            </Button>{' '}
            <Text span size="sm" c="dimmed">
              <Kbd>Alt</Kbd> <Kbd>S</Kbd>
            </Text>
          </div>
        )}
        <Textarea
          label="Comment"
          description="Shown to the student. Supports Markdown."
          autosize
          minRows={4}
          maxRows={14}
          value={comment}
          onKeyDown={submitByKey}
          onChange={(event) => type({ comment: event.currentTarget.value })}
        />
        {markVersion !== handIn.markVersion && (
          <SavedMeanwhile
            handIn={handIn}
            maxMarks={maxMarks}
            onUse={() => type(givenMark(handIn))}
            onKeep={() => type({ markVersion: handIn.markVersion })}
          />
        )}
        <FormMessage
          message={save.error && `${messageOf(save.error)} Your changes are kept here.`}
        />
        <Group gap="sm">
          <Button
            type="submit"
            loading={save.isPending}
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          >
            {hasNext ? 'Save and next' : 'Save'}
          </Button>
          {handIn.marks !== null && (
            <Button variant="default" disabled={save.isPending} onClick={() => send(null)}>
              Remove marks
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Marks that correspond to the test case points; null if there are none. */
function useSuggestedMarks({ handInId, kind }: HandIn, maxMarks: number): number | null {
  const { data } = useTestReport(handInId, kind === 'program');
  return data?.state === 'done' ? marksOfPoints(data, maxMarks) : null;
}

function useMark(handInId: string) {
  const refresh = useRefreshAssignments();
  return useMutation({
    mutationFn: (body: { marks: number | null; comment: string; markVersion: number }) =>
      call(markHandIn, { params: { handInId }, body }),
    onSuccess: ({ message }) => {
      forgetTypedMark(handInId);
      toastSuccess(message);
      void refresh();
    },
    onError: (error) => {
      toastError(`The marks could not be saved. ${messageOf(error)}`);
      void refresh();
    },
  });
}

function findMistake(marks: string, maxMarks: number): string | null {
  const given = Number(marks);
  if (marks.trim() === '' || !Number.isFinite(given)) return 'Enter the marks as a number.';
  if (given < 0) return 'Marks must be 0 or more.';
  return given > maxMarks ? `Marks must be at most ${maxMarks}.` : null;
}

interface SavedMeanwhileProps {
  handIn: HandIn;
  maxMarks: number;
  onUse: () => void;
  onKeep: () => void;
}

/** What somebody else saved while these marks were typed. Saving waits for the decision. */
function SavedMeanwhile({ handIn, maxMarks, onUse, onKeep }: SavedMeanwhileProps) {
  const { marks, comment, markedBy } = handIn;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Saved meanwhile">
      <Text size="sm">
        {marks === null
          ? 'Somebody removed the marks meanwhile.'
          : `${markedBy ?? 'Somebody'} gave ${marks} of ${maxMarks} meanwhile.`}
        {comment !== '' && ` Comment: ${comment}`}
      </Text>
      <Group gap="sm" mt="xs">
        <Button size="xs" variant="default" onClick={onUse}>
          Use these
        </Button>
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep mine
        </Button>
      </Group>
    </Paper>
  );
}
