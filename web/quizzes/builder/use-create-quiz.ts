import { useMutation } from '@tanstack/react-query';
import { listQuizPages } from '@vlabs/contract/attempts/quiz-lists';
import { createQuiz, replaceQuiz } from '@vlabs/contract/quizzes/quizzes';
import { useNavigate } from 'react-router';
import { call, CallError } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { writeQuizForm } from '../drafts/draft-mistakes.ts';
import { DETAILS_PATH } from '../quiz-paths.ts';
import type { OpenDraft } from '../drafts/use-quiz-draft.ts';

const UNEXPECTED = 'An unexpected error occurred.';

/** Creates the test from its draft, or applies the changes to an existing test. */
export function useCreateQuiz(draft: OpenDraft) {
  const refresh = useRefresh(listQuizPages);
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      // The audience and the release settings come from the draft on the server.
      if (!(await draft.autosave.flush())) throw new Error('The draft isn’t saved yet.');
      return send(draft);
    },
    onSuccess: async ({ message }) => {
      const { topic } = draft.autosave.current().content.details;
      toastSuccess(message);
      draft.finish();
      const created = draft.quizStatus === null ? { state: { created: topic } } : {};
      await navigate(
        draft.quizStatus === null ? `${DETAILS_PATH}/` : '/admin/dashboard/quizview',
        created,
      );
      await refresh();
    },
    onError: (error) => toastError(sayWhyNot(error)),
  });
}

function send({ autosave, uniqueId, quizStatus }: OpenDraft): Promise<{ message: string }> {
  const form = writeQuizForm(autosave.current().content);
  if (quizStatus !== null) return call(replaceQuiz, { params: { uniqueId }, body: form });
  const body = { ...form, unique_id: uniqueId, completed: 0, submissionDate: null };
  return call(createQuiz, { body });
}

/** The server's message, or a general one. */
export function sayWhyNot(error: unknown): string {
  const hasMessage =
    error instanceof CallError && error.code !== 'no_answer' && error.code !== 'unreadable';
  return hasMessage ? error.message : UNEXPECTED;
}
