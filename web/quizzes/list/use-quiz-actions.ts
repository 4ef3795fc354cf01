import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listQuizPages } from '@vlabs/contract/attempts/quiz-lists';
import {
  copyQuiz,
  deleteQuiz,
  type QuizStatus,
  setQuizStatus,
} from '@vlabs/contract/quizzes/quizzes';
import { useNavigate } from 'react-router';
import { call, messageOf } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { useSession } from '../../platform/calls/session.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { builderPath } from '../quiz-paths.ts';
import { forgetDraft } from '../drafts/use-quiz-draft.ts';

export type QuizAction =
  | { do: 'set-status'; uniqueId: string; status: QuizStatus }
  | { do: 'copy'; uniqueId: string }
  | { do: 'delete'; uniqueId: string };

/** Actions of an admin on a listed test. */
export function useQuizActions() {
  const queryClient = useQueryClient();
  const refresh = useRefresh(listQuizPages);
  const navigate = useNavigate();
  const { user } = useSession();
  return useMutation({
    mutationFn: perform,
    onSuccess: async ({ message, openDraft }, action) => {
      toastSuccess(message);
      if (action.do !== 'copy') forgetDraft(queryClient, user?.id ?? '', action.uniqueId);
      await refresh();
      if (openDraft !== undefined) await navigate(builderPath(openDraft));
    },
    onError: async (error) => {
      toastError(messageOf(error));
      await refresh();
    },
  });
}

interface Performed {
  message: string;
  /** The copy, as a draft to continue with. */
  openDraft?: string;
}

async function perform(action: QuizAction): Promise<Performed> {
  const params = { uniqueId: action.uniqueId };
  if (action.do === 'delete') {
    const { message } = await call(deleteQuiz, { params });
    return { message };
  }
  if (action.do === 'copy') {
    const { data } = await call(copyQuiz, { params });
    return { message: 'Copied as a draft.', openDraft: data.unique_id };
  }
  const { message = 'Done.' } = await call(setQuizStatus, {
    params,
    body: { status: action.status },
  });
  return { message };
}
