import { Text } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import { messageOf } from '../platform/calls/call.ts';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { Counters } from '../ui/Counters.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { Empty, Failed, LinesSkeleton } from '../ui/states.tsx';
import { AssignmentCards } from './AssignmentCards.tsx';
import { useAssignments } from './use-assignments.ts';

const UPDATED = 'Last updated today';

/** A student's assignments, with what is pending and what they submitted. */
export function AssignmentsPage() {
  const { user } = useSession();
  const { data, error, isPending, isFetching, refetch } = useAssignments();
  return (
    <Page heading="Assignments">
      <AssignmentCounters assignments={data ?? null} />
      {isPending && <Loading />}
      {error && data === undefined && (
        <Failed
          message={`The assignments could not be loaded. ${messageOf(error)}`}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.length === 0 && (
        <Empty icon={IconClipboardList} title="No assignments yet">
          Assignments that your teachers give you will be listed here, with what is pending and what
          you submitted.
        </Empty>
      )}
      {data && data.length > 0 && <AssignmentCards assignments={data} canHandIn={!isAdmin(user)} />}
    </Page>
  );
}

function AssignmentCounters({ assignments }: { assignments: ListedAssignment[] | null }) {
  const pending = assignments?.filter(({ status }) => status === 'Pending').length;
  const total = assignments?.length;
  const submitted = total === undefined || pending === undefined ? undefined : total - pending;
  return (
    <Counters
      counters={[
        { label: 'Total Assigned', value: total ?? '–', caption: UPDATED },
        { label: 'Total Pending', value: pending ?? '–', caption: UPDATED },
        { label: 'Total Submitted', value: submitted ?? '–', caption: UPDATED },
      ]}
    />
  );
}

function Loading() {
  return (
    <>
      <Text component="output" c="dimmed" display="block" mb="md">
        Loading...
      </Text>
      <LinesSkeleton lines={5} />
    </>
  );
}
