import IconChevronDown from '~icons/chevron-down';
import IconKey from '~icons/key';
import IconLayoutDashboard from '~icons/layout-dashboard';
import IconLogout from '~icons/logout';
import IconSchool from '~icons/school';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { Dropdown } from '../ui/Dropdown.tsx';
import { DropdownItem } from '../ui/DropdownItem.tsx';
import classes from './AccountMenu.module.css';
import { useNavigate } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { clearSession } from '../platform/storage/stored-session.ts';
import { toast } from '../ui/toast.ts';

const LOGOUT_TOAST_MS = 6000;

async function notifyServer(): Promise<void> {
  const { logout } = await import('@vlabs/contract/auth/auth');
  await call(logout, {}, { handlesSignedOut: true });
}

/** Ends the session here immediately, and on the server when the request arrives. */
function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const notified = notifyServer().then(
      () => true,
      () => false,
    );
    await navigate('/login');
    clearSession();
    toast('User logged out successfully', LOGOUT_TOAST_MS);
    if (!(await notified)) {
      toast(
        'The server could not end your session. End it later under Password and sessions.',
        LOGOUT_TOAST_MS,
      );
    }
  };
}

interface AccountMenuProps {
  dashboardPath: string;
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** The dropdown under the user's name. */
export function AccountMenu({ dashboardPath }: AccountMenuProps) {
  const { user } = useSession();
  const logout = useLogout();
  if (user === null) return null;

  return (
    <Dropdown
      face={
        <>
          <span className={classes.name}>{user.name}</span>
          <IconChevronDown size={16} className={classes.chevron} aria-hidden />
        </>
      }
    >
      <p className={classes.who}>
        Roll number <span className={classes.id}>{user.id}</span>
      </p>
      <ul>
        <DropdownItem to={dashboardPath} icon={<IconLayoutDashboard {...icon} />}>
          Dashboard
        </DropdownItem>
        {!isAdmin(user) && (
          <DropdownItem to="/join" icon={<IconSchool {...icon} />}>
            Join a class
          </DropdownItem>
        )}
        <DropdownItem to="/account" icon={<IconKey {...icon} />}>
          Password and sessions
        </DropdownItem>
        <DropdownItem icon={<IconLogout {...icon} />} onClick={() => void logout()}>
          Logout
        </DropdownItem>
      </ul>
    </Dropdown>
  );
}
