import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Result, getResult } from '@vlabs/contract/attempts/attempts';
import { Link, useParams } from 'react-router';
import { queryOf } from '../../platform/calls/query-of.ts';
import { attemptProgramsPath, liveControlPath, timelinePath } from '../../platform/page-paths.ts';
import { Counters } from '../../ui/Counters.tsx';
import { Moment } from '../../ui/dates/Moment.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Loaded, PartSkeleton } from '../../ui/states.tsx';
import { AnswerList } from '../results/AnswerList.tsx';
import { useStudentName } from './use-live-attempts.ts';
import { useQuiz } from './use-quiz.ts';

/** The answers of one student to a submitted test, with the questions as the student saw them. */
export function AnswersPage() {
  const { uniqueId = '', userId = '' } = useParams();
  const query = useQuery(queryOf(getResult, { params: { uniqueId }, query: { userId } }));
  const name = useStudentName(uniqueId, userId) ?? userId;
  const hasPrograms = useQuiz(uniqueId)?.formDetails.toLoad !== undefined;
  const links = [
    { to: liveControlPath(uniqueId), words: 'All attempts of this test' },
    { to: timelinePath(uniqueId, userId), words: 'Timeline' },
    ...(hasPrograms ? [{ to: attemptProgramsPath(uniqueId, userId), words: 'Programs' }] : []),
  ];
  return (
    <Page
      heading={`Answers of ${name}`}
      width="reading"
      introduction={links.map(({ to, words }, place) => (
        <span key={to}>
          {place > 0 && ' · '}
          <Anchor component={Link} to={to} underline="always">
            {words}
          </Anchor>
        </span>
      ))}
    >
      <Loaded
        query={query}
        waiting={<PartSkeleton height={240} />}
        failure="The answers could not be loaded."
      >
        {(result) => <Answers userId={userId} result={result} />}
      </Loaded>
    </Page>
  );
}

const submitters = { student: '', server: ' automatically', admin: ' by a teacher' } as const;

function Answers({ userId, result }: { userId: string; result: Result }) {
  const { topic, submittedAt, submittedBy, answered, totalQuestions, unanswered } = result;
  const { score, totalScore, questions = {} } = result;
  return (
    <>
      <Text mb="md">
        {topic}, roll number{' '}
        <Text span inherit ff="monospace">
          {userId}
        </Text>
        , submitted{submitters[submittedBy]} on <Moment at={submittedAt} />.
      </Text>
      <Counters
        counters={[
          { label: 'Total Questions', value: totalQuestions },
          { label: 'Answered', value: answered },
          { label: 'Unanswered', value: unanswered },
          score === null
            ? { label: 'Score', isCode: true, value: '–', caption: 'Programs are being judged' }
            : { label: 'Score', isCode: true, value: `${score} / ${totalScore}` },
        ]}
      />
      <AnswerList questions={questions} isOwn={false} />
    </>
  );
}
