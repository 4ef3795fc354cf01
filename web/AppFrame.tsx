import { AccountMenu } from './auth/AccountMenu.tsx';
import { dashboardPath, footerNavigation, topNavigation } from './navigation.ts';
import { useSession } from './platform/session.ts';
import { Frame } from './ui/Frame.tsx';

/** The frame with the navigation of the person who is signed in. */
export function AppFrame() {
  const { user } = useSession();
  return (
    <Frame
      links={topNavigation(user)}
      footerLinks={footerNavigation}
      account={user && <AccountMenu dashboardPath={dashboardPath(user)} />}
    />
  );
}
