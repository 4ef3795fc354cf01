import { Text } from '@mantine/core';
import IconClipboardList from '~icons/clipboard-list';
import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { Counters } from '../ui/Counters.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { ShowEarlier } from '../ui/ShowEarlier.tsx';
import { Empty, LinesSkeleton, Loaded } from '../ui/states.tsx';
import { AssignmentCards } from './AssignmentCards.tsx';
import { useAssignmentPages } from './use-assignments.ts';

const UPDATED = 'Last updated today';

/** A student's assignments, with what is pending and what they submitted. */
export function AssignmentsPage() {
  const { user } = useSession();
  const query = useAssignmentPages();
  return (
    <Page heading="Assignments">
      <AssignmentCounters assignments={query.data ?? null} />
      <Loaded
        query={query}
        waiting={<Loading />}
        failure="The assignments could not be loaded."
        empty={
          <Empty icon={IconClipboardList} title="No assignments yet">
            Assignments that your teachers give you will be listed here, with what is pending and
            what you submitted.
          </Empty>
        }
      >
        {(assignments) => <AssignmentCards assignments={assignments} canHandIn={!isAdmin(user)} />}
      </Loaded>
      <ShowEarlier query={query}>The assignments of this term are shown.</ShowEarlier>
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
