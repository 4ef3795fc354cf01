import { Anchor, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { StudentPerformance } from '@vlabs/contract/insight/insight';
import { Link } from 'react-router';
import { answersPath } from '../../platform/page-paths.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Moment } from '../../ui/dates/Moment.tsx';
import { momentColumn } from '../../ui/table/moment-column.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { Finding } from '../parts/Finding.tsx';
import { exportPercent, showPercent } from '../parts/figures.ts';
import { findingOfTrend } from '../parts/findings.ts';

/** A student's results over the term, and missing work. */
export function StudentView({ performance }: { performance: StudentPerformance }) {
  const { student, results, topics, missing } = performance;
  const weakest = topics[0];
  return (
    <Stack gap="xl">
      <div>
        <Title order={2}>{student.name}</Title>
        <Text c="dimmed">
          <Text span inherit ff="monospace">
            {student.id}
          </Text>
          {[student.course, student.year].map((text) => text !== '' && `, ${text}`)}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Finding
          title={findingOfTrend(performance)}
          method="Score in per cent by test, oldest first. The trend is the slope of the regression line."
          heads={['Test', 'Score in per cent']}
          highest={100}
          bars={results.map(({ topic, subjectId, percent }, place) => ({
            name: `${place + 1}. ${topic || subjectId}`,
            value: percent,
            shown: showPercent(percent),
          }))}
        />
        <Finding
          title={weakest ? `${weakest.topic} needs most attention` : 'No results by topic yet'}
          method="Mean score in per cent by topic, weakest first."
          heads={['Topic', 'Mean in per cent']}
          highest={100}
          bars={topics.map(({ topic, mean, quizzes }) => ({
            name: topic,
            value: mean,
            shown: `${showPercent(mean)} in ${quizzes === 1 ? '1 test' : `${quizzes} tests`}`,
          }))}
        />
      </SimpleGrid>
      <section>
        <Title order={2} mb="sm">
          {missing.length === 0 ? 'Nothing is missing' : `${missing.length} not handed in or sat`}
        </Title>
        {missing.length > 0 && (
          <ul>
            {missing.map(({ kind, title, endedAt }) => (
              <li key={`${kind} ${title} ${endedAt}`}>
                {kind === 'quiz' ? 'Test' : 'Assignment'} {title}: ended <Moment at={endedAt} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <DataTable
        label="Results"
        columns={columnsOf(student.id)}
        rows={results}
        rowId={({ uniqueId }) => uniqueId}
        sortedAtFirst={{ column: 'at', direction: 'ascending' }}
        exportName={`${student.id} - results`}
      />
    </Stack>
  );
}

type Row = StudentPerformance['results'][number];

const columnsOf = (studentId: string): Column<Row>[] => [
  {
    id: 'topic',
    label: 'Topic',
    sortBy: ({ topic }) => topic,
    text: ({ topic }) => topic,
    cell: ({ topic, subjectId, uniqueId }) => (
      <Anchor
        fz="inherit"
        component={Link}
        to={answersPath(uniqueId, studentId)}
        title="Read the answers"
      >
        {topic || subjectId}
      </Anchor>
    ),
  },
  {
    id: 'subject',
    label: 'Subject',
    sortBy: ({ subjectId }) => subjectId,
    cell: ({ subjectId }) => subjectId,
  },
  {
    id: 'result',
    label: 'Score',
    isCode: true,
    sortBy: ({ score }) => score,
    cell: ({ score, totalScore }) => `${score} of ${totalScore}`,
  },
  {
    id: 'percent',
    label: 'Per cent',
    isCode: true,
    sortBy: ({ percent }) => percent,
    text: ({ percent }) => exportPercent(percent),
    cell: ({ percent }) => showPercent(percent),
  },
  momentColumn({ id: 'at', label: 'Submitted', moment: ({ submittedAt }) => submittedAt }),
];
