import { Button, Group, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import IconHelpCircle from '~icons/help-circle';
import { bodyOf } from '@vlabs/contract/quizzes/questions';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { views } from '../../kinds/views.tsx';
import { Link } from 'react-router';
import { Page } from '../../ui/frame/Page.tsx';
import { PageHeading } from '../../ui/frame/PageHeading.tsx';
import { preloadMarkdown } from '../../ui/text/preload-markdown.ts';
import { Empty } from '../../ui/states.tsx';
import { AttemptBar } from './AttemptBar.tsx';
import { AttemptCounters } from './AttemptCounters.tsx';
import { AttemptNotices, EarlierNotices } from './AttemptNotices.tsx';
import { loadFields } from '../session/load-fields.ts';
import type { OpenAttempt } from '../session/open-attempt.ts';
import { QuestionArea, focusQuestion } from './QuestionArea.tsx';
import classes from './SittingView.module.css';
import { SubmitDialog } from './SubmitDialog.tsx';
import { useAttemptEvents } from './use-attempt-events.ts';
import { useFlags } from './use-flags.ts';
import { useTold } from './use-told.ts';
import { useSubmitAttempt } from './use-submit-attempt.ts';
import { personalStorage } from '../../platform/storage/personal-storage.ts';

interface SittingViewProps {
  attempt: OpenAttempt;
  onContinueHere: () => void;
}

/** The test itself: the time, the save state, the questions and Submit. */
export function SittingView({ attempt, onContinueHere }: SittingViewProps) {
  const { session, clock, sitting, userId, uniqueId } = attempt;
  const { phase, answers, saving } = useSyncExternalStore(session.subscribe, session.current);
  const { submitting, submitByHand, submitTimeUp, leaveEnded } = useSubmitAttempt(attempt);
  const received = useAttemptEvents(attempt, leaveEnded);
  const { told, earlier, putAway } = useTold(received);
  const { flags, toggleFlag } = useFlags(userId, uniqueId);
  const [isAsking, setIsAsking] = useState(false);
  const numbers = Object.keys(sitting.questions);
  const asked = numbersOfAsked(sitting.questions);
  const [current, setCurrent] = useCurrentQuestion({ userId, uniqueId, numbers });
  const { topic, SubjectId } = sitting.formDetails;

  useEffect(() => {
    // Loaded in advance, because it must be available without a connection. A page that was opened
    // without the list of tests did not know the kinds before the start.
    void preloadMarkdown(textsOf(sitting));
    void loadFields([], Object.values(sitting.questions).map(bodyOf));
    void Promise.allSettled([import('../results/SubmittedPage.tsx')]);
  }, [sitting]);

  useEffect(() => {
    if (phase === 'closed') void submitTimeUp();
  }, [phase, submitTimeUp]);

  const onTimeUp = useCallback(() => {
    setIsAsking(false);
    void submitTimeUp();
  }, [submitTimeUp]);

  if (numbers.length === 0) {
    return (
      <Page heading={topic}>
        <Empty icon={IconHelpCircle} title="No questions available. Please check back later.">
          Your teacher has not added any questions to this test.
        </Empty>
        <Group justify="center" mt="md">
          <Button component={Link} to="/tests">
            Back to Tests
          </Button>
        </Group>
      </Page>
    );
  }
  if (phase === 'taken-over') return <TakenOver topic={topic} onContinueHere={onContinueHere} />;

  return (
    <div className={classes.sitting} data-wide={hasWideQuestion(sitting)}>
      <AttemptBar
        clock={clock}
        saving={saving}
        submitting={submitting}
        onTimeUp={onTimeUp}
        onSubmit={() => setIsAsking(true)}
        notices={
          <AttemptNotices
            told={told}
            isTimeUp={submitting === 'time-up'}
            saving={saving}
            onPutAway={putAway}
          />
        }
      >
        <PageHeading>{topic}</PageHeading>
        <span className={classes.subject}>{SubjectId}</span>
      </AttemptBar>
      <div className={classes.body}>
        <EarlierNotices told={earlier} />
        <AttemptCounters total={asked.length} answered={Object.keys(answers).length} />
        <QuestionArea
          attempt={attempt}
          current={current}
          onCurrent={setCurrent}
          flags={flags}
          asked={new Set(asked)}
          isLocked={submitting === 'time-up' || phase === 'closed'}
          areKeysOff={isAsking}
          onFlag={toggleFlag}
        />
      </div>
      {isAsking && (
        <SubmitDialog
          numbers={asked}
          answers={answers}
          flags={flags}
          isBusy={submitting !== null}
          onSubmit={() => void submitByHand()}
          onCancel={() => setIsAsking(false)}
          onGoTo={(number) => {
            setIsAsking(false);
            setCurrent(number);
            focusQuestion(number);
          }}
        />
      )}
    </div>
  );
}

function textsOf({ questions }: OpenAttempt['sitting']): string[] {
  return Object.values(questions).flatMap((question) => {
    const { kind, body } = bodyOf(question);
    return [question.QuestionTitle, ...kinds[kind].textsOf(body)];
  });
}

const hasWideQuestion = ({ questions }: OpenAttempt['sitting']): boolean =>
  Object.values(questions).some((question) => views[bodyOf(question).kind].isWide);

/** Without texts that have no answer. */
const numbersOfAsked = (questions: OpenAttempt['sitting']['questions']): string[] =>
  Object.entries(questions).flatMap(([number, question]) =>
    kinds[bodyOf(question).kind].asksNothing ? [] : [number],
  );

/** Shown on a page that another page has taken over from. */
function TakenOver({ topic, onContinueHere }: { topic: string; onContinueHere: () => void }) {
  return (
    <Page heading="This test is open on another page" title={topic} width="reading">
      <Stack gap="md" align="flex-start">
        <Text role="alert">
          {topic} was opened in another tab or on another device, which now saves your answers. This
          page no longer saves anything.
        </Text>
        <Text c="dimmed">
          To continue here instead, take the test over. Your answers come with it, and the other
          page stops.
        </Text>
        <Button onClick={onContinueHere}>Continue here</Button>
      </Stack>
    </Page>
  );
}

interface Of {
  userId: string;
  uniqueId: string;
  /** All questions of the test. */
  numbers: readonly string[];
}

/** The question that the student is at, stored in this browser, so that a reload returns to it. */
function useCurrentQuestion({ userId, uniqueId, numbers }: Of) {
  const name = `attempt-place/${uniqueId}`;
  const [storage] = useState(() => personalStorage(userId, 'browser'));
  const [current, setCurrent] = useState(() => {
    const first = numbers[0] ?? '1';
    try {
      const kept = storage.getItem(name) ?? '';
      return numbers.includes(kept) ? kept : first;
    } catch {
      return first;
    }
  });
  const put = (number: string): void => {
    setCurrent(number);
    try {
      storage.setItem(name, number);
    } catch {
      // Without storage, a reload begins at the first question.
    }
  };
  return [current, put] as const;
}
