import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getTimeline, type TimelineLine } from '@vlabs/contract/attempts/attempt-control';
import { stepWords } from '@vlabs/contract/attempts/step-words';
import { Link, useParams } from 'react-router';
import { describeBrowser } from '@vlabs/contract/auth/describe-browser';
import { queryOf } from '../../platform/calls/query-of.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { LinesSkeleton, Loaded } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { formatMoment } from '../../ui/dates/dates.ts';
import { momentColumn } from '../../ui/table/moment-column.tsx';
import { useStudentName } from './use-live-attempts.ts';
import { useQuiz } from './use-quiz.ts';

/** Every recorded step of one attempt. It informs a person and decides nothing. */
export function TimelinePage() {
  const { uniqueId = '', userId = '' } = useParams();
  const query = useQuery(queryOf(getTimeline, { params: { uniqueId, userId } }));
  const quiz = useQuiz(uniqueId)?.formDetails;
  const name = useStudentName(uniqueId, userId) ?? userId;
  return (
    <Page
      heading={`Timeline of ${name}`}
      width="whole"
      introduction={
        <>
          {quiz && `${quiz.topic || quiz.SubjectId}, roll number ${userId}. `}
          <Anchor component={Link} to={`/admin/dashboard/quizview/${uniqueId}`} underline="always">
            Back to all attempts of this test
          </Anchor>
          {quiz?.toLoad && (
            <>
              {' · '}
              <Anchor
                component={Link}
                to={`/admin/dashboard/quizview/${uniqueId}/${encodeURIComponent(userId)}/programs`}
                underline="always"
              >
                Programs
              </Anchor>
            </>
          )}
        </>
      }
    >
      <Loaded
        query={query}
        waiting={<LinesSkeleton lines={6} />}
        failure="The timeline could not be loaded."
      >
        {(lines) => (
          <DataTable
            label="Timeline"
            columns={columns}
            rows={lines.map((line, place) => ({ ...line, place }))}
            rowId={({ place }) => String(place)}
            sortedAtFirst={{ column: 'at', direction: 'ascending' }}
            searchLabel="Search the timeline"
            exportName={`timeline-${userId}`}
            columnsName="timeline"
            isWide
          />
        )}
      </Loaded>
    </Page>
  );
}

type Row = TimelineLine & { place: number };

const columns: Column<Row>[] = [
  {
    ...momentColumn<Row>({ id: 'at', label: 'When', moment: ({ at }) => at, withSeconds: true }),
    sortBy: ({ place }) => place,
    // Includes milliseconds, for close inspection.
    text: ({ at }) => at,
  },
  { id: 'step', label: 'Step', sortBy: wordOf, cell: wordOf },
  { id: 'by', label: 'By', isCode: true, sortBy: ({ by }) => by, cell: ({ by }) => by },
  { id: 'details', label: 'Details', text: describeDetails, cell: describeDetails },
  {
    id: 'address',
    label: 'Address',
    isCode: true,
    sortBy: ({ address }) => address ?? '',
    cell: ({ address }) => address ?? '–',
  },
  {
    id: 'browser',
    label: 'Browser',
    text: ({ browser }) => browser ?? '',
    cell: ({ browser }) =>
      browser === null ? '–' : <span title={browser}>{describeBrowser(browser)}</span>,
  },
];

function wordOf({ step }: Row): string {
  return stepWords[step] ?? step;
}

/** `sequence 4, answered 3`. */
function describeDetails({ details }: Row): string {
  return describe(Object.entries(details));
}

function describe(entries: readonly (readonly [string, unknown])[]): string {
  return entries
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${details[name] ?? name} ${describeValue(value)}`)
    .join(', ');
}

/** Labels for server names that are not plain words. */
const details: Record<string, string> = {
  sha256: 'SHA-256',
  submissionDate: 'as of',
  submittedAt: 'submitted',
  submittedBy: 'by',
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:/;

function describeValue(value: unknown): string {
  if (typeof value === 'string') return MOMENT.test(value) ? formatMoment(value) : value;
  if (typeof value !== 'object' || value === null) return String(value);
  return `(${describe(Object.entries(value))})`;
}
