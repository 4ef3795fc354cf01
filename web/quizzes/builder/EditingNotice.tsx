import { Button, Paper, Text } from '@mantine/core';
import IconInfoCircle from '~icons/info-circle';
import { useMutation } from '@tanstack/react-query';
import { deleteQuizDraft } from '@vlabs/contract/quizzes/quiz-drafts';
import { listQuizPages } from '@vlabs/contract/quizzes/quiz-lists';
import { call, CallError, messageOf } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { toastError } from '../../ui/toast.ts';
import type { Saving } from '../keeping/draft-autosave.ts';
import classes from './QuizBuilder.module.css';
import type { OpenDraft } from '../keeping/use-quiz-draft.ts';

interface EditingNoticeProps {
  draft: OpenDraft;
  saving: Saving;
}

/** A quiz that is there already is being changed: says so, and lets one go back to it as it is. */
export function EditingNotice({ draft, saving }: EditingNoticeProps) {
  const refresh = useRefresh(listQuizPages);
  const { uniqueId, quizStatus, autosave, reopen } = draft;
  const { mutate: discard, isPending } = useMutation({
    mutationFn: () => discardDraft(uniqueId),
    onSuccess: () => {
      autosave.close();
      reopen();
      return refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  if (quizStatus === null) return null;
  return (
    <Paper withBorder className={classes.notice}>
      <IconInfoCircle size={18} aria-hidden />
      <Text size="sm">
        {quizStatus === 'published'
          ? 'You are changing a published quiz. Students see it as it was until you press Save changes.'
          : 'You are changing a quiz that is a draft. It stays as it was until you press Save changes.'}
      </Text>
      {saving !== 'nothing-to-save' && (
        <Button size="compact-sm" variant="default" loading={isPending} onClick={() => discard()}>
          Discard changes
        </Button>
      )}
    </Paper>
  );
}

/** What never reached the server is not there to be thrown away. */
async function discardDraft(uniqueId: string): Promise<void> {
  try {
    await call(deleteQuizDraft, { params: { uniqueId } });
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error;
  }
}
