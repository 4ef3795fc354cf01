import { Button, Text } from '@mantine/core';
import IconActivity from '~icons/activity';
import IconAlertTriangle from '~icons/alert-triangle';
import IconChartBar from '~icons/chart-bar';
import IconCopy from '~icons/copy';
import IconEdit from '~icons/edit';
import IconEyeOff from '~icons/eye-off';
import IconSend from '~icons/send';
import IconTrash from '~icons/trash';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { Link } from 'react-router';
import { useWrites } from '../../platform/calls/use-account.ts';
import { ExportQuestions } from '../../questions/ExportQuestions.tsx';
import { PrintTest } from '../../questions/PrintTest.tsx';
import { builderPath, detailsPath } from '../quiz-paths.ts';
import classes from './QuizActions.module.css';
import type { QuizAction } from './use-quiz-actions.ts';

interface AdminQuizActionsProps {
  quiz: QuizRecord;
  isBusy: boolean;
  /** Why the last action was refused. */
  refusal: string | null;
  onAction: (action: QuizAction) => void;
}

/** Actions on a test: edit, publish, withdraw, copy, delete. */
export function AdminQuizActions({ quiz, isBusy, refusal, onAction }: AdminQuizActionsProps) {
  const { unique_id: uniqueId, status, formDetails } = quiz;
  const name = formDetails.topic || 'the test without a topic';
  const { missing = [] } = quiz;
  const { hasStarted = false } = quiz;
  const writes = useWrites(quiz.classId);
  return (
    <>
      {refusal !== null && (
        <Text size="sm" className={classes.notice} c="var(--mantine-color-error)">
          <IconAlertTriangle size={16} aria-hidden /> {refusal}
        </Text>
      )}
      {missing.length > 0 && (
        <Text size="sm" className={classes.notice}>
          <IconAlertTriangle size={16} aria-hidden /> Before you publish, complete:{' '}
          {missing.join(', ')}.
        </Text>
      )}
      {quiz.hasChanges && (
        <Text size="sm" className={classes.notice}>
          <IconAlertTriangle size={16} aria-hidden /> There are unsaved changes.
        </Text>
      )}
      {status === 'published' && (
        <Button
          component={Link}
          to={`/admin/dashboard/quizview/${uniqueId}`}
          size="compact-sm"
          variant="light"
          aria-label={`Live control of ${name}`}
          leftSection={<IconActivity size={16} aria-hidden />}
        >
          Live control
        </Button>
      )}
      {hasStarted && (
        <Button
          component={Link}
          to={`/admin/dashboard/performance?quiz=${uniqueId}`}
          size="compact-sm"
          variant="default"
          aria-label={`Results of ${name}`}
          leftSection={<IconChartBar size={16} aria-hidden />}
        >
          Results
        </Button>
      )}
      {writes && !hasStarted && <EditLink quiz={quiz} name={name} />}
      {writes && <StatusAction quiz={quiz} name={name} isBusy={isBusy} onAction={onAction} />}
      {writes && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          aria-label={`Duplicate ${name}`}
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => onAction({ do: 'copy', uniqueId })}
        >
          Duplicate
        </Button>
      )}
      {!quiz.isUnfinished && <ExportQuestions uniqueId={uniqueId} name={name} />}
      {!quiz.isUnfinished && <PrintTest uniqueId={uniqueId} name={name} />}
      {writes && status === 'draft' && !hasStarted && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          aria-label={`Delete ${name}`}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAction({ do: 'delete', uniqueId })}
        >
          Delete
        </Button>
      )}
    </>
  );
}

type StatusActionProps = Omit<AdminQuizActionsProps, 'refusal'> & { name: string };

/** Publish for a complete draft, Withdraw for a test that nobody has started. */
function StatusAction({ quiz, name, isBusy, onAction }: StatusActionProps) {
  const { unique_id: uniqueId, missing = [] } = quiz;
  if (quiz.status === 'draft') {
    if (missing.length > 0) return null;
    return (
      <Button
        size="compact-sm"
        variant="light"
        loading={isBusy}
        aria-label={`Publish ${name}`}
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => onAction({ do: 'set-status', uniqueId, status: 'published' })}
      >
        Publish
      </Button>
    );
  }
  if (quiz.hasStarted) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isBusy}
      aria-label={`Withdraw ${name}`}
      leftSection={<IconEyeOff size={16} aria-hidden />}
      onClick={() => onAction({ do: 'set-status', uniqueId, status: 'draft' })}
    >
      Withdraw
    </Button>
  );
}

/** A draft without details continues at the details form. */
function EditLink({ quiz, name }: { quiz: QuizRecord; name: string }) {
  const { unique_id: uniqueId, formDetails } = quiz;
  const lacksDetails = formDetails.TotalQuestions === null || formDetails.ClassName === '';
  const label = quiz.isUnfinished ? 'Continue' : 'Edit';
  return (
    <Button
      component={Link}
      to={lacksDetails ? detailsPath(uniqueId) : builderPath(uniqueId)}
      size="compact-sm"
      variant="default"
      aria-label={`${label} ${name}`}
      leftSection={<IconEdit size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
}
