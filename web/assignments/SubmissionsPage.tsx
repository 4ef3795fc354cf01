import { Anchor, Badge, Button, Group, Select, Text } from '@mantine/core';
import { IconInbox, IconListCheck } from '@tabler/icons-react';
import type { Submission } from '@vlabs/contract/insight';
import { useDeferredValue, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf } from '../platform/call.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { formatMoment } from '../ui/dates.ts';
import { Page } from '../ui/Page.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { Empty, Failed, LinesSkeleton } from '../ui/states.tsx';
import type { Column } from '../ui/table-columns.ts';
import { useSearchText } from '../ui/use-search-text.ts';
import { AnswerSheet } from './AnswerSheet.tsx';
import { markingPath } from './links.ts';
import { useSubmissions } from './use-submissions.ts';

const kinds = [
  { value: 'hand-in', label: 'Hand-ins' },
  { value: 'quiz', label: 'Quizzes' },
];
const states = [
  { value: 'to_mark', label: 'To mark' },
  { value: 'marked', label: 'Marked' },
  { value: 'late', label: 'Late' },
];

/** All that students handed in and all quizzes that they submitted. */
export function SubmissionsPage() {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useSearchText();
  const [kind, state] = [address.get('kind'), address.get('state')];
  const choose = (name: string, value: string | null) =>
    setAddress(
      (current) => {
        if (value === null) current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Page heading="Submissions" action={<MarkNext />}>
      <Group mb="md" gap="sm" align="flex-end">
        <SearchField label="Search submissions" text={search} onSearch={setSearch} />
        <Select
          label="Kind"
          placeholder="All"
          data={kinds}
          clearable
          clearButtonProps={{ 'aria-label': 'Show every kind' }}
          value={kind}
          onChange={(value) => choose('kind', value)}
        />
        <Select
          label="State"
          placeholder="All"
          data={states}
          clearable
          clearButtonProps={{ 'aria-label': 'Show every state' }}
          value={state}
          onChange={(value) => choose('state', value)}
        />
      </Group>
      <SubmissionList kind={kind} state={state} search={useDeferredValue(search.trim())} />
    </Page>
  );
}

/** The hand-in that has waited longest among those that came last. */
function MarkNext() {
  const { data } = useSubmissions({ kind: 'hand-in', state: 'to_mark', search: '' });
  const next = data?.pages.at(-1)?.submissions.at(-1);
  if (!next) return null;
  return (
    <Button
      component={Link}
      to={markingPath(next.id, next.userId)}
      leftSection={<IconListCheck size={16} aria-hidden />}
    >
      Mark the next one
    </Button>
  );
}

interface ListProps {
  kind: string | null;
  state: string | null;
  search: string;
}

function SubmissionList(wanted: ListProps) {
  const query = useSubmissions(wanted);
  const [open, setOpen] = useState<Submission | null>(null);
  if (query.isPending) return <LinesSkeleton lines={8} />;
  if (query.data === undefined) {
    return (
      <Failed
        message={`The submissions could not be loaded. ${messageOf(query.error)}`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  const rows = query.data.pages.flatMap(({ submissions }) => submissions);
  const isNarrowed = wanted.kind !== null || wanted.state !== null || wanted.search !== '';
  if (rows.length === 0 && !isNarrowed) {
    return (
      <Empty icon={IconInbox} title="No submissions yet">
        What students hand in and the quizzes that they submit will be listed here, to be read and
        marked.
      </Empty>
    );
  }
  return (
    <>
      <DataTable
        label="Submissions"
        columns={columnsOf(setOpen)}
        rows={rows}
        rowId={({ kind, id, userId }) => `${kind} ${id} ${userId}`}
        sortedAtFirst={{ column: 'when', direction: 'descending' }}
        exportName="submissions"
      />
      {query.hasNextPage && (
        <Group mt="md">
          <Text c="dimmed">The {rows.length} newest are shown.</Text>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show earlier ones
          </Button>
        </Group>
      )}
      {open && <AnswerSheet submission={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function columnsOf(onOpen: (submission: Submission) => void): Column<Submission>[] {
  return [
    { id: 'roll', label: 'Roll no', sortBy: ({ userId }) => userId, cell: ({ userId }) => userId },
    { id: 'name', label: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name },
    {
      id: 'kind',
      label: 'Kind',
      sortBy: ({ kind }) => kind,
      cell: ({ kind }) => (kind === 'quiz' ? 'Quiz' : 'Hand-in'),
    },
    {
      id: 'title',
      label: 'What',
      sortBy: ({ title }) => title,
      cell: (row) => <What submission={row} />,
    },
    {
      id: 'when',
      label: 'When',
      sortBy: ({ submittedAt }) => submittedAt,
      text: ({ submittedAt }) => formatMoment(submittedAt),
      cell: ({ submittedAt }) => formatMoment(submittedAt),
    },
    { id: 'state', label: 'State', sortBy: stateOf, cell: (row) => <State submission={row} /> },
    {
      id: 'score',
      label: 'Score',
      sortBy: ({ score }) => score ?? -1,
      text: ({ score }) => score ?? '',
      cell: ({ score, fullScore }) => (score === null ? '–' : `${score} of ${fullScore}`),
    },
    {
      id: 'open',
      label: 'Read',
      cell: (row) =>
        row.kind === 'hand-in' ? (
          <Anchor
            fz="inherit"
            component={Link}
            to={markingPath(row.id, row.userId)}
            aria-label={`Read the hand-in of ${row.name}`}
          >
            Read
          </Anchor>
        ) : (
          <Anchor
            fz="inherit"
            component="button"
            type="button"
            aria-label={`Read the answers of ${row.name}`}
            onClick={() => onOpen(row)}
          >
            Read
          </Anchor>
        ),
    },
  ];
}

/** Leads to all of the same quiz or assignment, where everything can be downloaded. */
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
