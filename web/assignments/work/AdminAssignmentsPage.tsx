import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import IconClipboardList from '~icons/clipboard-list';
import IconPlus from '~icons/plus';
import { useMutation } from '@tanstack/react-query';
import {
  type ListedAssignment,
  setAssignmentStatus,
} from '@vlabs/contract/assignments/assignments';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { call, messageOf } from '../../platform/calls/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { SearchField } from '../../ui/table/SearchField.tsx';
import { useSearchText } from '../../ui/table/use-search-text.ts';
import { momentColumn } from '../../ui/table/moment-column.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { ShowEarlier } from '../../ui/ShowEarlier.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useWrites } from '../../platform/calls/use-account.ts';
import { useClassInAddress } from '../../platform/use-class-in-address.ts';
import { handInsPath, toLocalLink } from '../../platform/page-paths.ts';
import { type Actions, AssignmentActions } from './AssignmentActions.tsx';
import {
  loadAssignments,
  useAssignmentPages,
  useRefreshAssignments,
} from '../parts/use-assignments.ts';
import { formatMoment } from '../../ui/dates/dates.ts';
import { StatusLabel } from '../parts/StatusLabel.tsx';

/** All assignments, with the numbers of hand-ins and marked hand-ins. */
export function AdminAssignmentsPage() {
  const setStatus = useSetStatus();
  const writes = useWrites();
  const [withdrawing, setWithdrawing] = useState<ListedAssignment | null>(null);
  const [search, setSearch] = useSearchText();
  const sought = useDeferredValue(search.trim());
  const inClass = useClassInAddress();
  const filters = { ...(sought !== '' && { search: sought }), ...(inClass && { class: inClass }) };
  const query = useAssignmentPages(filters);

  return (
    <Page
      heading="Assignments"
      width="whole"
      action={
        writes && (
          <Button
            component={Link}
            to="/admin/create-assignment"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Create Assignments
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        waiting={<Skeleton height={280} />}
        failure="The assignments could not be loaded."
        empty={
          sought === '' &&
          inClass === null && (
            <Empty icon={IconClipboardList} title="No assignments yet">
              Assignments that you create will be listed here, with how many students have submitted
              each. Select Create Assignments to add the first one.
            </Empty>
          )
        }
      >
        {(assignments) => (
          <DataTable
            label="Assignments"
            columns={columnsFor({
              onWithdraw: setWithdrawing,
              onGiveAgain: ({ id }) => setStatus.mutate({ id, status: 'open' }),
              busyId: setStatus.isPending ? setStatus.variables.id : null,
            })}
            rows={assignments}
            rowId={({ id }) => id}
            sortedAtFirst={{ column: 'updated', direction: 'descending' }}
            tools={<SearchField label="Search assignments" text={search} onSearch={setSearch} />}
            whenNone={
              sought === ''
                ? 'This class has no assignments yet. Select Create Assignments to add one.'
                : 'No assignments match. Try fewer words.'
            }
            exportName="assignments"
            loadAll={query.hasNextPage ? () => loadAssignments(filters) : undefined}
            columnsName="assignments"
            isWide
          />
        )}
      </Loaded>
      <ShowEarlier query={query}>
        {`Showing the ${query.data?.length ?? 0} changed most recently.`}
      </ShowEarlier>
      {withdrawing && (
        <ConfirmDialog
          title="Withdraw this assignment?"
          consequence={`Students will no longer see ${withdrawing.title}. Their hand-ins are kept, and you can assign it again.`}
          confirmLabel="Withdraw"
          isBusy={setStatus.isPending}
          onConfirm={() =>
            setStatus.mutate(
              { id: withdrawing.id, status: 'withdrawn' },
              { onSettled: () => setWithdrawing(null) },
            )
          }
          onCancel={() => setWithdrawing(null)}
        />
      )}
    </Page>
  );
}

function useSetStatus() {
  const refresh = useRefreshAssignments();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: 'open' | 'withdrawn' }) =>
      call(setAssignmentStatus, { params: { id }, body: { status } }),
    onSuccess: async ({ message }) => {
      toastSuccess(message);
      await refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
}

const none = { assigned: 0, submitted: 0, marked: 0 };
const countsOf = ({ counts }: ListedAssignment) => counts ?? none;
const sum = (rows: ListedAssignment[], name: keyof typeof none) =>
  rows.reduce((total, row) => total + countsOf(row)[name], 0);

function columnsFor(actions: Actions): Column<ListedAssignment>[] {
  return [
    {
      id: 'title',
      label: 'Assignment',
      sortBy: ({ title }) => title.toLowerCase(),
      text: ({ title }) => title,
      cell: (row) => <Title assignment={row} />,
    },
    momentColumn({ id: 'updated', label: 'Uploaded on', moment: ({ updatedAt }) => updatedAt }),
    {
      ...momentColumn<ListedAssignment>({ id: 'due', label: 'Due', moment: ({ dueAt }) => dueAt }),
      // Assignments without a due time sort last.
      sortBy: ({ dueAt }) => dueAt ?? '9999',
    },
    ...(['assigned', 'submitted', 'marked'] as const).map((name) => ({
      id: name,
      label: { assigned: 'Assigned', submitted: 'Submitted', marked: 'Marked' }[name],
      sortBy: (row: ListedAssignment) => countsOf(row)[name],
      total: (rows: ListedAssignment[]) => sum(rows, name),
      cell: (row: ListedAssignment) => countsOf(row)[name],
    })),
    {
      id: 'status',
      label: 'Status',
      sortBy: ({ status }) => status,
      text: stateOf,
      cell: (row) => <AssignmentState assignment={row} />,
    },
    {
      id: 'actions',
      label: 'Actions',
      cell: (row) => <AssignmentActions assignment={row} actions={actions} />,
    },
  ];
}

function Title({ assignment }: { assignment: ListedAssignment }) {
  const { id, title, filename, path } = assignment;
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        component={Link}
        to={handInsPath(id)}
        fz="inherit"
        fw={550}
        display="inline-block"
        py={2}
      >
        {title}
      </Anchor>
      <div>
        <Anchor
          href={toLocalLink(path)}
          download
          size="sm"
          display="inline-block"
          py={4}
          aria-label={`Download ${filename}`}
        >
          Download
        </Anchor>
      </div>
    </div>
  );
}

/** The state of an assignment in words, for a teacher. */
function stateOf({ status, isWithdrawn, prepared }: ListedAssignment): string {
  if (!prepared) return isWithdrawn === true ? 'Withdrawn' : status;
  return prepared.showFrom === null
    ? 'Not shown yet'
    : `Shown from ${formatMoment(prepared.showFrom)}`;
}

/** The progress of the class; while students don’t see the assignment, the reason. */
function AssignmentState({ assignment }: { assignment: ListedAssignment }) {
  if (assignment.isWithdrawn !== true) return <StatusLabel status={assignment.status} />;
  return (
    <Text size="sm" c="dimmed">
      {stateOf(assignment)}
    </Text>
  );
}
