import { Anchor, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import IconChartBar from '~icons/chart-bar';
import type { QuizPerformance, SubmittedRow } from '@vlabs/contract/insight/insight';
import { Link } from 'react-router';
import { ArchiveSection } from '../../archives/ArchiveSection.tsx';
import { answersPath } from '../../platform/page-paths.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { formatMoment } from '../../ui/dates/dates.ts';
import { Moment } from '../../ui/dates/Moment.tsx';
import { momentColumn } from '../../ui/table/moment-column.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { FigureList } from '../parts/FigureList.tsx';
import { Finding } from '../parts/Finding.tsx';
import { showMinutes, showPercent } from '../parts/figures.ts';
import { findingOfScores, findingOfSubmissions, findingOfTimes } from '../parts/findings.ts';
import { ItemTable } from './ItemTable.tsx';
import { listFigures } from './quiz-figures.ts';
import { ToDo } from '../parts/ToDo.tsx';

/** How a class did in one test. */
export function QuizView({ performance }: { performance: QuizPerformance }) {
  const { quiz, questions, students } = performance;
  const name = quiz.topic || quiz.subjectId;
  return (
    <Stack gap="xl">
      <div>
        <Title order={2}>{name}</Title>
        <Text c="dimmed">
          {quiz.subjectId}, {quiz.className}. <Moment at={quiz.startsAt} /> to{' '}
          <Moment at={quiz.endsAt} />
        </Text>
      </div>
      {students.length === 0 ? (
        <Empty icon={IconChartBar} title={findingOfScores(performance)}>
          Recommendations, statistics and students appear with the first submission.
        </Empty>
      ) : (
        <>
          <ToDo performance={performance} />
          <section>
            <Title order={2} mb="sm">
              Statistics
            </Title>
            <FigureList figures={listFigures(performance)} />
          </section>
          <Charts performance={performance} />
        </>
      )}
      <section>
        <Title order={2} mb="sm">
          Questions
        </Title>
        <ItemTable quiz={quiz} items={questions} exportName={`${name} - questions`} />
      </section>
      {students.length > 0 && (
        <section>
          <Title order={2} mb="sm">
            Students
          </Title>
          <DataTable
            label="Students"
            columns={studentColumns(quiz.uniqueId)}
            rows={students}
            rowId={({ userId }) => userId}
            sortedAtFirst={{ column: 'score', direction: 'ascending' }}
            sortName="sort-students"
            searchLabel="Search students"
            exportName={`${name} - students`}
          />
        </section>
      )}
      <ArchiveSection uniqueId={quiz.uniqueId} classId={quiz.classId} />
    </Stack>
  );
}

function Charts({ performance }: { performance: QuizPerformance }) {
  const { scores, minutesTaken, submissions } = performance;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Finding
        title={findingOfScores(performance)}
        method="Students by score, in tenths of the total score, each including its lower bound."
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

const studentColumns = (quizId: string): Column<SubmittedRow>[] => [
  {
    id: 'roll',
    label: 'Roll no',
    isCode: true,
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
    isCode: true,
    sortBy: ({ score }) => score,
    cell: ({ score, percent }) => `${score} (${showPercent(percent)})`,
  },
  {
    id: 'time',
    label: 'Time taken',
    isCode: true,
    sortBy: ({ seconds }) => seconds,
    text: ({ seconds }) => showMinutes(seconds / 60),
    cell: ({ seconds }) => showMinutes(seconds / 60),
  },
  momentColumn({ id: 'submitted', label: 'Submitted', moment: ({ submittedAt }) => submittedAt }),
  {
    id: 'by',
    label: 'Submitted by',
    sortBy: ({ submittedBy }) => submittedBy,
    cell: ({ submittedBy }) => (submittedBy === 'student' ? 'Student' : `The ${submittedBy}`),
  },
  {
    id: 'answers',
    label: 'Answers',
    cell: ({ userId, name }) => (
      <Anchor
        fz="inherit"
        component={Link}
        to={answersPath(quizId, userId)}
        aria-label={`Read the answers of ${name}`}
      >
        Read
      </Anchor>
    ),
  },
];
