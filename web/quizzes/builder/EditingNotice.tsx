import { Button, Paper, Text } from '@mantine/core';
import IconInfoCircle from '~icons/info-circle';
import { useMutation } from '@tanstack/react-query';
import { deleteQuizDraft } from '@vlabs/contract/quizzes/quiz-drafts';
import { listQuizPages } from '@vlabs/contract/attempts/quiz-lists';
import { call, CallError, messageOf } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { toastError } from '../../ui/toast.ts';
import type { Saving } from '../drafts/draft-autosave.ts';
import classes from './QuizBuilder.module.css';
import type { OpenDraft } from '../drafts/use-quiz-draft.ts';

interface EditingNoticeProps {
  draft: OpenDraft;
  saving: Saving;
}

/** Says that an existing test is being changed, and lets the teacher discard the changes. */
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
          ? 'You’re editing a published test. Students see your changes when you press Save changes.'
          : 'You’re editing a draft. Your changes apply when you press Save changes.'}
      </Text>
      {saving !== 'nothing-to-save' && (
        <Button size="compact-sm" variant="default" loading={isPending} onClick={() => discard()}>
          Discard changes
        </Button>
      )}
    </Paper>
  );
}

/** A draft that never reached the server cannot be deleted there. */
async function discardDraft(uniqueId: string): Promise<void> {
  try {
    await call(deleteQuizDraft, { params: { uniqueId } });
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error;
  }
}
