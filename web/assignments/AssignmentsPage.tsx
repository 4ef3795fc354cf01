import { Text } from '@mantine/core';
import IconClipboardList from '~icons/clipboard-list';
import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { Counters } from '../ui/Counters.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { captionOf } from '../ui/list-caption.ts';
import { ShowEarlier } from '../ui/ShowEarlier.tsx';
import { Empty, LinesSkeleton, Loaded } from '../ui/states.tsx';
import { AssignmentCards } from './AssignmentCards.tsx';
import { useAssignmentPages } from './parts/use-assignments.ts';

/** A student's assignments, with counters. */
export function AssignmentsPage() {
  const { user } = useSession();
  const query = useAssignmentPages();
  return (
    <Page heading="Assignments">
      <AssignmentCounters assignments={query.data ?? null} caption={captionOf(query)} />
      <Loaded
        query={query}
        waiting={<Loading />}
        failure="The assignments could not be loaded."
        empty={
          query.hasNextPage ? (
            <Text c="dimmed">No assignments this term.</Text>
          ) : (
            <Empty icon={IconClipboardList} title="No assignments yet">
              Assignments from your teachers will be listed here, with what is pending and what you
              have submitted.
            </Empty>
          )
        }
      >
        {(assignments) => <AssignmentCards assignments={assignments} canHandIn={!isAdmin(user)} />}
      </Loaded>
      <ShowEarlier query={query}>{`Showing the ${query.data?.length ?? 0} latest.`}</ShowEarlier>
    </Page>
  );
}

interface CountersProps {
  assignments: ListedAssignment[] | null;
  caption: string;
}

function AssignmentCounters({ assignments, caption }: CountersProps) {
  const pending = assignments?.filter(({ status }) => status === 'Pending').length;
  const total = assignments?.length;
  const submitted = total === undefined || pending === undefined ? undefined : total - pending;
  return (
    <Counters
      counters={[
        { label: 'Total Assigned', value: total ?? '–', caption },
        { label: 'Total Pending', value: pending ?? '–', caption },
        { label: 'Total Submitted', value: submitted ?? '–', caption },
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
