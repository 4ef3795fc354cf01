import { Button, Group, Text } from '@mantine/core';
import IconKey from '~icons/key';
import { useQuery } from '@tanstack/react-query';
import { getResult, type Result } from '@vlabs/contract/attempts/attempts';
import { languageOf } from '@vlabs/contract/runs/languages';
import { Link, useParams } from 'react-router';
import { queryOf } from '../../platform/calls/query-of.ts';
import { Counters } from '../../ui/Counters.tsx';
import { formatMomentBeside } from '../../ui/dates/dates.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Moment } from '../../ui/dates/Moment.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded, PartSkeleton } from '../../ui/states.tsx';
import { useMinute } from '../../ui/dates/use-minute.ts';
import { AnswerList } from './AnswerList.tsx';
import { FeedbackForm } from './FeedbackForm.tsx';
import classes from './SubmittedPage.module.css';

const ASK_AGAIN_MS = 15_000;
const ASK_FOR_JUDGEMENT_MS = 5000;

/** The result of a submitted test. */
export function SubmittedPage() {
  const { uniqueId = '' } = useParams();
  const query = useQuery({
    ...queryOf(getResult, { params: { uniqueId }, query: {} }),
    // The score and the answers may be released while the page is open.
    refetchInterval: ({ state }) => {
      if (state.data?.isBeingJudged) return ASK_FOR_JUDGEMENT_MS;
      return isStillClosed(state.data) ? ASK_AGAIN_MS : false;
    },
  });
  if (query.data) return <ResultView uniqueId={uniqueId} result={query.data} />;
  return (
    <Page heading="Submitted quiz" width="reading">
      <Loaded
        query={query}
        waiting={<PartSkeleton height={120} />}
        failure="The result could not be loaded."
      />
      <BackToDashboard />
    </Page>
  );
}

function ResultView({ uniqueId, result }: { uniqueId: string; result: Result }) {
  const { totalQuestions, answered, unanswered, submittedAt, questions } = result;
  const now = useMinute();
  const submitted = formatMomentBeside(submittedAt, now);
  return (
    <Page
      heading="Quiz Submitted Successfully!"
      introduction={`${result.topic}, submitted on ${submitted}${submitterOf(result)}.`}
      width="reading"
    >
      <Counters
        counters={[
          { label: 'Total Questions', value: totalQuestions },
          { label: 'Answered', value: answered },
          { label: 'Unanswered', value: unanswered },
          { label: 'Your Score', isCode: true, ...describeScore(result, now) },
        ]}
      />
      <MarkedAgain corrections={result.markedAgain ?? []} />
      {questions ? (
        <AnswerList questions={questions} isOwn />
      ) : (
        <Text className={classes.section ?? ''}>{whenAnswersOpen(result, now)}</Text>
      )}
      <Receipt result={result} submitted={submitted} />
      <FeedbackForm uniqueId={uniqueId} sent={result.feedback} />
      <BackToDashboard />
    </Page>
  );
}

/** What the server holds, to compare with later. */
function Receipt({ result, submitted }: { result: Result; submitted: string }) {
  const { receipt } = result;
  return (
    <section aria-labelledby="receipt" className={classes.section}>
      <h2 id="receipt" className={classes.heading}>
        Receipt
      </h2>
      <Facts
        facts={[
          { label: 'Answers kept', value: String(receipt.answers) },
          { label: 'Submitted', value: submitted },
          { label: 'SHA-256', value: receipt.sha256, isCode: true },
          ...Object.entries(receipt.programs ?? {}).map(([number, { language, sha256 }]) => ({
            label: `Program ${number}, ${languageOf(language).name}`,
            value: sha256,
            isCode: true,
          })),
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        The code is a hash of the answers that the server holds. Keep it to show later that they
        have not changed.
      </Text>
    </section>
  );
}

/** Notice that a key was corrected after the submission, and that the score is the new one. */
function MarkedAgain({ corrections }: { corrections: NonNullable<Result['markedAgain']> }) {
  const last = corrections.at(-1);
  if (!last) return null;
  const numbers = [...new Set(corrections.flatMap(({ number }) => number ?? []))];
  const inOrder = numbers.toSorted((one, other) => one - other);
  const which =
    inOrder.length === 0
      ? 'the answer key of this test'
      : `the answer key of question ${new Intl.ListFormat('en-IN').format(inOrder.map(String))}`;
  return (
    <Text className={classes.notice ?? ''}>
      <IconKey size={18} aria-hidden />
      <span>
        Your teacher corrected {which} on <Moment at={last.at} />. Your answers were marked again,
        and your score was updated. Your answers and the receipt are unchanged.
      </span>
    </Text>
  );
}

function BackToDashboard() {
  return (
    <Group mt="xl">
      <Button component={Link} to="/">
        Back to Dashboard
      </Button>
    </Group>
  );
}

function isStillClosed(result: Result | undefined): boolean {
  if (!result) return false;
  return result.scoreOpensAt !== null || (result.answersOpenAt !== null && !result.questions);
}

function submitterOf({ submittedBy }: Result): string {
  if (submittedBy === 'server') return ' automatically, when the time was up';
  return submittedBy === 'admin' ? ' by your teacher' : '';
}

function describeScore({ score, totalScore, scoreOpensAt, isBeingJudged }: Result, now: number) {
  if (score !== null) return { value: `${score} / ${totalScore}` };
  if (isBeingJudged && scoreOpensAt === null) {
    return { value: '–', caption: 'Programs are being judged' };
  }
  const caption =
    scoreOpensAt === null
      ? 'Ask your teacher'
      : `Shown from ${formatMomentBeside(scoreOpensAt, now)}`;
  return { value: '–', caption };
}

function whenAnswersOpen({ answersOpenAt, isBeingJudged }: Result, now: number): string {
  if (isBeingJudged && answersOpenAt !== null && Date.parse(answersOpenAt) <= now) {
    return 'The questions and correct answers will be available here when all programs of this test are judged.';
  }
  return answersOpenAt === null
    ? 'The correct answers of this test are not shown.'
    : `The questions and correct answers will be available here on ${formatMomentBeside(answersOpenAt, now)}.`;
}
