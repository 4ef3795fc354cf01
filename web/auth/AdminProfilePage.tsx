import { Button, Group } from '@mantine/core';
import IconCode from '~icons/code';
import IconHistory from '~icons/history';
import IconKey from '~icons/key';
import IconNews from '~icons/news';
import IconShieldLock from '~icons/shield-lock';
import IconUsers from '~icons/users';
import { useQuery } from '@tanstack/react-query';
import { getAdminCounts } from '@vlabs/contract/overview/student-work';
import { Link } from 'react-router';
import { queryOf } from '../platform/calls/query-of.ts';
import { useSession } from '../platform/calls/session.ts';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';
import { Facts } from '../ui/Facts.tsx';
import { Page } from '../ui/frame/Page.tsx';
import { Loaded } from '../ui/states.tsx';

export function AdminProfilePage() {
  const { user } = useSession();
  const isCampusAdmin = useIsCampusAdmin();
  const query = useQuery(queryOf(getAdminCounts, {}));
  const { data } = query;
  if (user === null) return null;
  return (
    <Page
      heading="Profile"
      action={
        isCampusAdmin && (
          <Group gap="sm">
            <Button
              variant="default"
              component={Link}
              to="/admin/dashboard/staff"
              leftSection={<IconUsers size={16} aria-hidden />}
            >
              Staff
            </Button>
            <Button
              variant="default"
              component={Link}
              to="/admin/dashboard/sign-on"
              leftSection={<IconKey size={16} aria-hidden />}
            >
              Sign-on
            </Button>
            <Button
              variant="default"
              component={Link}
              to="/admin/dashboard/languages"
              leftSection={<IconCode size={16} aria-hidden />}
            >
              Languages
            </Button>
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
            <Button
              variant="default"
              component={Link}
              to="/admin/dashboard/data-protection"
              leftSection={<IconShieldLock size={16} aria-hidden />}
            >
              Data protection
            </Button>
          </Group>
        )
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
      <Loaded query={query} waiting={null} failure="The counts could not be loaded." />
    </Page>
  );
}

const count = (number: number | undefined) => (number === undefined ? '…' : String(number));
