import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import IconClockPlus from '~icons/clock-plus';
import IconKey from '~icons/key';
import IconPlugConnectedX from '~icons/plug-connected-x';
import IconSpeakerphone from '~icons/speakerphone';
import { AttemptRow, announce, endAttempt } from '@vlabs/contract/attempts/attempt-control';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { FilterCounters } from '../../ui/FilterCounters.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { LinesSkeleton, Loaded } from '../../ui/states.tsx';
import { attemptColumns } from './attempt-columns.tsx';
import type { ControlAction } from './control-action.ts';
import { ExtendDialog } from './ExtendDialog.tsx';
import { FeedbackList } from '../results/FeedbackList.tsx';
import classes from './LiveControlPage.module.css';
import { JudgingPanel } from './JudgingPanel.tsx';
import { QuestionProgressPanel } from './QuestionProgressPanel.tsx';
import { ReopenDialog } from './ReopenDialog.tsx';
import { useLiveAttempts } from './use-live-attempts.ts';
import { useQuiz } from './use-quiz.ts';
import { useReachesAll } from '../../platform/calls/use-account.ts';
import { call } from '../../platform/calls/call.ts';
import { ControlDialog } from './ControlDialog.tsx';
import { useControl } from './use-control.ts';
import { serverNowMs } from '../../platform/calls/server-time.ts';
import { useNow } from '../../platform/use-now.ts';
import { formatMoment } from '../../ui/dates/dates.ts';
import { describeTestTime } from './test-time.ts';

const SECOND_MS = 1000;

interface TestClockProps {
  details: QuizRecord['formDetails'];
  rows: AttemptRow[];
}

/** When the test ends and the time left, by the server's clock. */
function TestClock({ details, rows }: TestClockProps) {
  // Updates every second; the time is the server's.
  useNow(SECOND_MS);
  const time = describeTestTime(details, rows, serverNowMs());
  if (time === null) return null;
  return (
    <section aria-label="Clock of the test">
      <Text mb="md">
        {time.label} <time dateTime={time.at}>{formatMoment(time.at)}</time>
        {time.left !== null && (
          <>
            {'. '}
            <span role="timer" aria-label="Time left">
              {time.left}
            </span>
          </>
        )}
        {time.lastAt !== null && (
          <Text span size="sm" c="dimmed" display="block">
            With extra time, the last student ends{' '}
            <time dateTime={time.lastAt}>{formatMoment(time.lastAt)}</time>.
          </Text>
        )}
      </Text>
    </section>
  );
}

/** A running test: who is working, their progress, and the available actions. */
export function LiveControlPage() {
  const { uniqueId = '' } = useParams();
  const quiz = useQuiz(uniqueId);
  const query = useLiveAttempts(uniqueId);
  const [action, setAction] = useState<ControlAction | null>(null);
  return (
    <Page
      heading={quiz === null ? 'Live control' : `Live control: ${quiz.formDetails.topic}`}
      width="whole"
      introduction="This page updates as students work. Select a name to open its timeline."
      action={
        <Group gap="sm">
          <Button
            leftSection={<IconClockPlus size={16} aria-hidden />}
            onClick={() => setAction({ do: 'extend', student: null })}
          >
            Give extra time
          </Button>
          <Button
            variant="default"
            leftSection={<IconSpeakerphone size={16} aria-hidden />}
            onClick={() => setAction({ do: 'announce' })}
          >
            Announce
          </Button>
          <Button
            variant="default"
            component={Link}
            to={`/admin/dashboard/performance?quiz=${uniqueId}`}
            leftSection={<IconKey size={16} aria-hidden />}
          >
            Results and keys
          </Button>
        </Group>
      }
    >
      {!query.isLive && (
        <Text className={classes.away ?? ''} role="alert">
          <IconPlugConnectedX size={18} aria-hidden /> The server is not responding. This list is
          out of date and will update when the server is back.
        </Text>
      )}
      {quiz?.formDetails.toLoad && <JudgingPanel uniqueId={uniqueId} classId={quiz.classId} />}
      <Loaded
        query={query}
        waiting={<LinesSkeleton lines={6} />}
        failure="The attempts could not be loaded."
      >
        {(rows) => <Attempts uniqueId={uniqueId} quiz={quiz} rows={rows} onAction={setAction} />}
      </Loaded>
      {action && (
        <ActionDialog
          uniqueId={uniqueId}
          classId={quiz?.classId}
          action={action}
          onClose={() => setAction(null)}
        />
      )}
    </Page>
  );
}

interface AttemptsProps {
  uniqueId: string;
  /** Null until known. */
  quiz: QuizRecord | null;
  rows: AttemptRow[];
  onAction: (action: ControlAction) => void;
}

function Attempts({ uniqueId, quiz, rows, onAction }: AttemptsProps) {
  const count = (state: AttemptRow['state']) => rows.filter((row) => row.state === state).length;
  const [shown, setShown] = useShownState();
  return (
    <>
      {quiz && <TestClock details={quiz.formDetails} rows={rows} />}
      <FilterCounters
        label="Filter by state"
        chosen={shown}
        onChoose={setShown}
        counters={[
          { label: 'All students', count: rows.length, value: 'all' },
          { label: 'Not started', count: count('not_started'), value: 'not_started' },
          { label: 'Working', count: count('working'), value: 'working' },
          { label: 'Submitted', count: count('submitted'), value: 'submitted' },
        ]}
      />
      <QuestionProgressPanel uniqueId={uniqueId} />
      <DataTable
        label="Attempts"
        columns={attemptColumns({ uniqueId, quiz, onAction })}
        rows={shown === 'all' ? rows : rows.filter(({ state }) => state === shown)}
        whenNone="No student is in this state."
        rowId={({ userId }) => userId}
        sortedAtFirst={{ column: 'state', direction: 'descending' }}
        searchLabel="Search students"
        exportName={`attempts-${uniqueId}`}
        columnsName="attempts"
        isWide
      />
      <FeedbackList rows={rows} />
    </>
  );
}

type Shown = AttemptRow['state'] | 'all';

/** The filter, kept in the address so that views can be linked. */
function useShownState(): [Shown, (state: Shown) => void] {
  const [address, setAddress] = useSearchParams();
  const { data: shown = 'all' } = AttemptRow.shape.state.safeParse(address.get('state'));
  function show(state: Shown): void {
    setAddress(
      (current) => {
        if (state === 'all') current.delete('state');
        else current.set('state', state);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return [shown, show];
}

function ActionDialog({
  uniqueId,
  classId,
  action,
  onClose,
}: {
  uniqueId: string;
  /** Undefined for the whole campus. */
  classId: string | undefined;
  action: ControlAction;
  onClose: () => void;
}) {
  const shared = { uniqueId, onClose };
  if (action.do === 'extend')
    return <ExtendDialog {...shared} classId={classId} student={action.student} />;
  if (action.do === 'announce') return <AnnounceDialog {...shared} classId={classId} />;
  if (action.do === 'end') return <EndDialog {...shared} student={action.student} />;
  return <ReopenDialog {...shared} student={action.student} />;
}

interface AnnounceDialogProps {
  uniqueId: string;
  /** Undefined for the whole campus. */
  classId: string | undefined;
  onClose: () => void;
}

function AnnounceDialog({ uniqueId, classId, onClose }: AnnounceDialogProps) {
  const reachesAll = useReachesAll(classId);
  const [text, setText] = useState('');
  const { send, isPending, refusal, fields } = useControl(
    uniqueId,
    () => call(announce, { params: { uniqueId }, body: { text } }),
    onClose,
  );
  return (
    <ControlDialog
      title={reachesAll ? 'Announce to the class' : 'Announce to your sections'}
      consequence={`${reachesAll ? 'Every student' : 'Every student in your sections'} taking this test sees it immediately, and so do those who start later. You can’t take it back.`}
      confirmLabel="Announce"
      isBusy={isPending}
      refusal={refusal}
      onConfirm={() => send(undefined)}
      onClose={onClose}
    >
      <Textarea
        label="Announcement"
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={500}
        value={text}
        error={fields['text']}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </ControlDialog>
  );
}

interface EndDialogProps {
  uniqueId: string;
  student: AttemptRow;
  onClose: () => void;
}

function EndDialog({ uniqueId, student, onClose }: EndDialogProps) {
  const { userId, name, answered } = student;
  const [reason, setReason] = useState('');
  const { send, isPending, refusal, fields } = useControl(
    uniqueId,
    () => call(endAttempt, { params: { uniqueId }, body: { userId, reason } }),
    onClose,
  );
  return (
    <ControlDialog
      title={`End the attempt of ${name}?`}
      consequence={`It is submitted now with its ${answered} saved answers. You can reopen it later.`}
      confirmLabel="End attempt"
      isBusy={isPending}
      refusal={refusal}
      onConfirm={() => send(undefined)}
      onClose={onClose}
    >
      <TextInput
        label="Reason"
        required
        data-autofocus
        value={reason}
        error={fields['reason']}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ControlDialog>
  );
}
