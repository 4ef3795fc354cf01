import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import IconDownload from '~icons/download';
import IconInbox from '~icons/inbox';
import IconListCheck from '~icons/list-check';
import { useMutation } from '@tanstack/react-query';
import { getSubmissionArchive, type Submission } from '@vlabs/contract/insight/insight';
import { useDeferredValue } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '../../platform/calls/call.ts';
import { download } from '../../platform/files/download.ts';
import { useClassInAddress } from '../../platform/use-class-in-address.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ShowEarlier } from '../../ui/ShowEarlier.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { toastError } from '../../ui/toast.ts';
import { useSearchText } from '../../ui/table/use-search-text.ts';
import { queuePath } from '../../platform/page-paths.ts';
import { submissionColumns } from './submission-columns.tsx';
import { SubmissionFilterBar } from './SubmissionFilterBar.tsx';
import { useNextToMark } from './use-marking-steps.ts';
import {
  loadSubmissions,
  readFilters,
  type SubmissionFilters,
  useSubmissions,
} from './use-submissions.ts';

/** All hand-ins and submitted tests. */
export function SubmissionsPage() {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useSearchText();
  const filters = {
    kind: address.get('kind'),
    state: address.get('state'),
    tests: address.get('tests'),
    similar: address.get('similar'),
    search: useDeferredValue(search.trim()),
    inClass: useClassInAddress(),
  };
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
    <Page heading="Submissions" width="whole" action={<MarkNext />}>
      <SubmissionFilterBar
        filters={filters}
        onChoose={choose}
        search={search}
        onSearch={setSearch}
      />
      <SubmissionList {...filters} />
    </Page>
  );
}

/**
 * Opens the hand-in that has waited longest in the selected class, across assignments. From there
 * a shortcut opens the next.
 */
function MarkNext() {
  const classId = useClassInAddress();
  const { data } = useNextToMark(classId, null);
  const navigate = useNavigate();
  const next = data?.next;
  const path = next ? queuePath(next.assignmentId, next.studentId, classId) : null;
  useHotkeys([['M', () => path !== null && void navigate(path)]]);
  if (!data || path === null) return null;
  return (
    <Button
      component={Link}
      to={path}
      title="Shortcut: M"
      leftSection={<IconListCheck size={16} aria-hidden />}
    >
      Mark next ({data.waiting} waiting)
    </Button>
  );
}

function DownloadAll({ filters }: { filters: ReturnType<typeof readFilters> }) {
  const loading = useMutation({
    mutationFn: () => {
      const query = Object.entries(filters).map(([name, value]) => [name, String(value)]);
      return download(`${getSubmissionArchive.path}?${new URLSearchParams(query)}`);
    },
    onSuccess: ({ name, contents }) => saveFile(name, contents, contents.type),
    onError: (error) => toastError(`The download failed. ${messageOf(error)}`),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={loading.isPending}
      title="Downloads the filtered hand-ins as one ZIP file"
      onClick={() => loading.mutate()}
    >
      Download hand-ins
    </Button>
  );
}

function SubmissionList(asked: SubmissionFilters) {
  const filters = readFilters(asked);
  const query = useSubmissions(filters);
  const isNarrowed = Object.keys(filters).length > 1 || filters.search !== '';
  const none = (
    <Empty icon={IconInbox} title="No submissions yet">
      Hand-ins and submitted tests of your students will be listed here, ready to be read and
      marked.
    </Empty>
  );
  const table = (rows: Submission[]) => (
    <>
      <DataTable
        label="Submissions"
        columns={submissionColumns}
        rows={rows}
        rowId={({ kind, id, userId }) => `${kind} ${id} ${userId}`}
        sortedAtFirst={{ column: 'when', direction: 'descending' }}
        exportName="submissions"
        loadAll={query.hasNextPage ? () => loadSubmissions(filters) : undefined}
        columnsName="submissions"
        whenNone="No submissions match. Remove a filter or search for fewer words."
        isWide
        tools={rows.some(({ kind }) => kind === 'hand-in') && <DownloadAll filters={filters} />}
      />
      <ShowEarlier query={query}>{`Showing the ${rows.length} newest.`}</ShowEarlier>
    </>
  );
  return (
    <Loaded
      query={query}
      failure="The submissions could not be loaded."
      empty={isNarrowed ? undefined : none}
    >
      {table}
    </Loaded>
  );
}
