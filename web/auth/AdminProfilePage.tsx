import { Button, Group } from '@mantine/core';
import { IconHistory, IconNews } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getAdminCounts } from '@vlabs/contract/people/students';
import { Link } from 'react-router';
import { call, messageOf } from '../platform/calls/call.ts';
import { useSession } from '../platform/calls/session.ts';
import { Facts } from '../ui/Facts.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { Failed } from '../ui/states.tsx';

export function AdminProfilePage() {
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['admin-counts'],
    queryFn: async ({ signal }) => (await call(getAdminCounts, {}, { signal })).data,
  });
  if (user === null) return null;
  return (
    <Page
      heading="Profile"
      action={
        <Group gap="sm">
          <Button
            variant="default"
            component={Link}
            to="/admin/dashboard/news"
            leftSection={<IconNews size={16} aria-hidden />}
          >
            News
          </Button>
          <Button
            variant="default"
            component={Link}
            to="/admin/dashboard/audit"
            leftSection={<IconHistory size={16} aria-hidden />}
          >
            Audit log
          </Button>
        </Group>
      }
    >
      <Facts
        facts={[
          { label: 'Name', value: user.name },
          { label: 'Role', value: 'Admin: lab assistant or teacher' },
          { label: 'Id', value: user.id, isCode: true },
          { label: 'Email', value: user.email },
          { label: 'Students', value: count(data?.students) },
          { label: 'Assignments Received', value: count(data?.assignmentsReceived) },
          { label: 'Assignments Pending', value: count(data?.assignmentsPending) },
        ]}
      />
      {error && (
        <Failed
          message={`The counts could not be loaded. ${messageOf(error)}`}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
    </Page>
  );
}

const count = (number: number | undefined) => (number === undefined ? '…' : String(number));
