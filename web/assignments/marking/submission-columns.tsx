import { Anchor, Badge } from '@mantine/core';
import type { Submission } from '@vlabs/contract/insight/insight';
import { Link } from 'react-router';
import { answersPath, markingPath, pairPath, similarityPath } from '../../platform/page-paths.ts';
import { percentOf, showPart } from '../../ui/progress/show-part.ts';
import { momentColumn } from '../../ui/table/moment-column.tsx';
import type { Column } from '../../ui/table/table-columns.ts';

/** Columns of the list of submissions. */
export const submissionColumns: Column<Submission>[] = [
  {
    id: 'roll',
    label: 'Roll no',
    isCode: true,
    sortBy: ({ userId }) => userId,
    cell: ({ userId }) => userId,
  },
  { id: 'name', label: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'title',
    label: 'What',
    sortBy: ({ title }) => title,
    cell: (row) => <What submission={row} />,
  },
  momentColumn({ id: 'when', label: 'When', moment: ({ submittedAt }) => submittedAt }),
  { id: 'state', label: 'State', sortBy: stateOf, cell: (row) => <State submission={row} /> },
  {
    id: 'score',
    label: 'Score',
    isCode: true,
    sortBy: ({ score }) => score ?? -1,
    text: ({ score }) => score ?? '',
    cell: ({ score, fullScore }) => (score === null ? '–' : `${score} of ${fullScore}`),
  },
  {
    id: 'tests',
    label: 'Test cases',
    isCode: true,
    sortBy: ({ tests }) => (tests?.points ?? -1) / Math.max(1, tests?.maxPoints ?? 1),
    text: (row) => showTests(row),
    cell: (row) => showTests(row) || '–',
  },
  {
    id: 'similarity',
    label: 'Similarity',
    isCode: true,
    sortBy: ({ similarity }) => similarity?.highest ?? -1,
    text: ({ similarity }) => (similarity ? percentOf(similarity.highest) : ''),
    cell: (row) => <MostSimilar submission={row} />,
  },
  {
    id: 'kind',
    label: 'Kind',
    isHiddenAtFirst: true,
    sortBy: ({ kind }) => kind,
    text: ({ kind }) => (kind === 'quiz' ? 'Test' : 'Hand-in'),
    cell: ({ kind }) => (
      <span style={{ whiteSpace: 'nowrap' }}>{kind === 'quiz' ? 'Test' : 'Hand-in'}</span>
    ),
  },
  {
    id: 'open',
    label: 'Read',
    cell: ({ kind, id, userId, name }) => (
      <Anchor
        fz="inherit"
        component={Link}
        to={kind === 'quiz' ? answersPath(id, userId) : markingPath(id, userId)}
        aria-label={`Read the ${kind === 'quiz' ? 'answers' : 'hand-in'} of ${name}`}
      >
        Read
      </Anchor>
    ),
  },
];

/** Links to all submissions of the same test or assignment, where all can be downloaded. */
function What({ submission: { kind, id, title } }: { submission: Submission }) {
  const to =
    kind === 'quiz'
      ? `/admin/dashboard/performance?quiz=${id}`
      : `/admin/dashboard/assignments/${id}`;
  return (
    <Anchor fz="inherit" component={Link} to={to}>
      {title}
    </Anchor>
  );
}

function stateOf({ score, isLate }: Submission): string {
  return `${score === null ? 'To mark' : 'Marked'}${isLate ? ', late' : ''}`;
}

function State({ submission }: { submission: Submission }) {
  return (
    <Badge variant="default" tt="none" miw="max-content">
      {stateOf(submission)}
    </Badge>
  );
}

/** Test case points. */
function showTests({ tests }: Submission): string {
  if (tests === null) return '';
  if (tests.hasFailed) return 'Not tested';
  return tests.points === null ? 'Waiting' : `${tests.points} of ${tests.maxPoints}`;
}

/** Opens the two programs side by side. */
function MostSimilar({ submission }: { submission: Submission }) {
  const { id, name, handInId, similarity } = submission;
  if (similarity === null || handInId === null) return '–';
  const pair = { one: handInId, other: similarity.handInId, language: similarity.language };
  return (
    <Anchor
      fz="inherit"
      component={Link}
      to={pairPath(similarityPath(id), pair)}
      aria-label={`${showPart(similarity.highest)}: ${name} and the most similar program side by side`}
    >
      {showPart(similarity.highest)}
    </Anchor>
  );
}
