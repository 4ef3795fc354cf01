import { Button, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  EMPTY_FEEDBACK,
  getResult,
  MAX_FEEDBACK,
  sendFeedback,
} from '@vlabs/contract/attempts/attempts';
import { type SubmitEvent, useState } from 'react';
import { call, messageOf } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import classes from './SubmittedPage.module.css';

/** The student's feedback for the teacher. Sending again replaces it. */
export function FeedbackForm({ uniqueId, sent }: { uniqueId: string; sent: string | null }) {
  const refresh = useRefresh(getResult);
  const [text, setText] = useState(sent ?? '');
  const [error, setError] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (feedback: string) =>
      call(sendFeedback, { params: { uniqueId }, body: { feedback } }),
    onSuccess: ({ message }) => {
      toastSuccess(message);
      return refresh();
    },
    onError: (refused) => toastError(messageOf(refused)),
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const isEmpty = text.trim() === '';
    setError(isEmpty ? EMPTY_FEEDBACK : null);
    if (isEmpty) toastError(EMPTY_FEEDBACK);
    else mutate(text);
  }

  return (
    <form noValidate onSubmit={submit} className={classes.section}>
      <Stack gap="sm" align="flex-start">
        <Textarea
          w="100%"
          label="Feedback"
          description={
            sent === null
              ? 'Your teacher sees your name with it.'
              : 'Your feedback was sent. You can change it and send it again.'
          }
          autosize
          minRows={3}
          maxLength={MAX_FEEDBACK}
          value={text}
          error={error}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isPending}>
          Submit Feedback
        </Button>
      </Stack>
    </form>
  );
}
