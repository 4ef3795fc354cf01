import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconKey, IconLayoutDashboard, IconLogout } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../platform/session.ts';
import classes from './AccountMenu.module.css';
import { useLogout } from './use-logout.ts';

interface AccountMenuProps {
  dashboardPath: string;
}

/** The dropdown under the name of the person who is signed in. */
export function AccountMenu({ dashboardPath }: AccountMenuProps) {
  const { user } = useSession();
  const logout = useLogout();
  if (user === null) return null;

  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className={classes.name ?? ''}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <span className={classes.nameText}>{user.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Roll number {user.id}</Menu.Label>
        <Menu.Item
          component={Link}
          to={dashboardPath}
          leftSection={<IconLayoutDashboard size={18} stroke={1.7} aria-hidden />}
        >
          Dashboard
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/account"
          leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
        >
          Password and sessions
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.7} aria-hidden />}
          onClick={() => void logout()}
        >
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
