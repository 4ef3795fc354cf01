import { Anchor, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { QuizPerformance, SubmittedRow } from '@vlabs/contract/insight';
import { Link } from 'react-router';
import { DataTable } from '../ui/DataTable.tsx';
import { formatMoment } from '../ui/dates.ts';
import type { Column } from '../ui/table-columns.ts';
import { FigureList } from './FigureList.tsx';
import { Finding } from './Finding.tsx';
import { showMinutes, showPercent } from './figures.ts';
import { findingOfScores, findingOfSubmissions, findingOfTimes } from './findings.ts';
import { ItemTable } from './ItemTable.tsx';
import { listFigures } from './quiz-figures.ts';

/** How a class did in one quiz. */
export function QuizView({ performance }: { performance: QuizPerformance }) {
  const { quiz, questions, students } = performance;
  const name = quiz.topic || quiz.subjectId;
  return (
    <Stack gap="xl">
      <div>
        <Title order={2}>{name}</Title>
        <Text c="dimmed">
          {quiz.subjectId}, {quiz.className}. {formatMoment(quiz.startsAt)} to{' '}
          {formatMoment(quiz.endsAt)}
        </Text>
      </div>
      <FigureList figures={listFigures(performance)} />
      <Charts performance={performance} />
      <section>
        <Title order={2} mb="sm">
          Questions
        </Title>
        <ItemTable uniqueId={quiz.uniqueId} items={questions} exportName={`${name} - questions`} />
      </section>
      <section>
        <Title order={2} mb="sm">
          Students
        </Title>
        <DataTable
          label="Students"
          columns={studentColumns}
          rows={students}
          rowId={({ userId }) => userId}
          sortedAtFirst={{ column: 'score', direction: 'ascending' }}
          searchLabel="Search students"
          exportName={`${name} - students`}
        />
      </section>
    </Stack>
  );
}

function Charts({ performance }: { performance: QuizPerformance }) {
  const { scores, minutesTaken, submissions, figures } = performance;
  if (figures.attempts === 0) {
    return <Text>{findingOfScores(performance)}. Figures come with the first submission.</Text>;
  }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Finding
        title={findingOfScores(performance)}
        method="Students by score, in tenths of the total score; each tenth counts from its lower border."
        heads={['Score', 'Students']}
        bars={scores.map(({ from, to, count }) => ({ name: `${from}–${to} %`, value: count }))}
      />
      <Finding
        title={findingOfTimes(performance)}
        method="Students by the time from start to submission, in minutes."
        heads={['Minutes', 'Students']}
        bars={minutesTaken.map(({ from, to, count }) => ({ name: `${from}–${to}`, value: count }))}
      />
      <Finding
        title={findingOfSubmissions(performance)}
        method="How many had submitted by then, from the first submission to the last."
        heads={['By', 'Submitted']}
        bars={submissions.map(({ at, count }, place) => ({
          name: place === 0 ? `first, ${formatMoment(at)}` : formatMoment(at),
          value: count,
        }))}
      />
    </SimpleGrid>
  );
}

const studentColumns: Column<SubmittedRow>[] = [
  {
    id: 'roll',
    label: 'Roll no',
    sortBy: ({ userId }) => userId,
    cell: ({ userId }) => (
      <Anchor
        fz="inherit"
        component={Link}
        to={`/admin/dashboard/performance?by=student&student=${encodeURIComponent(userId)}`}
      >
        {userId}
      </Anchor>
    ),
  },
  { id: 'name', label: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name },
  { id: 'course', label: 'Course', sortBy: ({ course }) => course, cell: ({ course }) => course },
  {
    id: 'score',
    label: 'Score',
    sortBy: ({ score }) => score,
    cell: ({ score, percent }) => `${score} (${showPercent(percent)})`,
  },
  {
    id: 'time',
    label: 'Time taken',
    sortBy: ({ seconds }) => seconds,
    text: ({ seconds }) => showMinutes(seconds / 60),
    cell: ({ seconds }) => showMinutes(seconds / 60),
  },
  {
    id: 'submitted',
    label: 'Submitted',
    sortBy: ({ submittedAt }) => submittedAt,
    text: ({ submittedAt }) => formatMoment(submittedAt),
    cell: ({ submittedAt, submittedBy }) =>
      `${formatMoment(submittedAt)}${submittedBy === 'student' ? '' : ` by the ${submittedBy}`}`,
  },
];
