import { lazy, Suspense } from 'react';
import { useMatch } from 'react-router';
import { AccountMenu } from './auth/AccountMenu.tsx';
import { dashboardPath, footerNavigation, topNavigation } from './navigation.ts';
import { useSession } from './platform/session.ts';
import { Frame } from './ui/Frame.tsx';

const SessionEndedDialog = lazy(async () => ({
  default: (await import('./auth/SessionEndedDialog.tsx')).SessionEndedDialog,
}));

/** The frame with the navigation of the person who is signed in. */
export function AppFrame() {
  const { user, ended } = useSession();
  const isSittingQuiz = useMatch('/tests/quiz/:uniqueId') !== null;
  return (
    <>
      <Frame
        links={topNavigation(user)}
        footerLinks={footerNavigation}
        account={user && <AccountMenu dashboardPath={dashboardPath(user)} />}
        isBare={isSittingQuiz}
      />
      {ended && user && (
        <Suspense>
          <SessionEndedDialog user={user} />
        </Suspense>
      )}
    </>
  );
}
