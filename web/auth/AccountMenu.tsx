import IconChevronDown from '~icons/chevron-down';
import IconKey from '~icons/key';
import IconLayoutDashboard from '~icons/layout-dashboard';
import IconLogout from '~icons/logout';
import IconSchool from '~icons/school';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { Dropdown } from '../ui/Dropdown.tsx';
import { DropdownItem } from '../ui/DropdownItem.tsx';
import classes from './AccountMenu.module.css';
import { useLogout } from './use-logout.ts';

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
