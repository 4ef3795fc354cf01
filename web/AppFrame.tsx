import { Suspense } from 'react';
import { useLocation, useMatch } from 'react-router';
import { AccountMenu } from './auth/AccountMenu.tsx';
import { dashboardPath, footerNavigation, topNavigation } from './navigation.ts';
import { isAdmin, useSession } from './platform/calls/session.ts';
import { Frame } from './ui/frame/Frame.tsx';
import { lazyPart } from './ui/frame/lazy-part.ts';

const SessionEndedDialog = lazyPart(
  async () => (await import('./auth/SessionEndedDialog.tsx')).SessionEndedDialog,
);

const NoticeBell = lazyPart(async () => (await import('./notices/NoticeBell.tsx')).NoticeBell);

const DataNotice = lazyPart(async () => (await import('./privacy/DataNotice.tsx')).DataNotice);

/** Where people come after they have signed in, and no work of theirs is under way. */
const ARRIVALS = ['/', '/account', '/dashboard/user', '/admin/dashboard/profile'];

/** As wide as the bell that comes here, so that nothing moves when it does. */
const bellPlace = <span style={{ width: '2.25rem' }} />;

/** The frame with the navigation of the person who is signed in. */
export function AppFrame() {
  const { user, ended, isGuest } = useSession();
  const isSittingQuiz = useMatch('/tests/quiz/:uniqueId') !== null;
  const isArriving = ARRIVALS.includes(useLocation().pathname);
  return (
    <>
      <Frame
        links={topNavigation(user)}
        footerLinks={footerNavigation}
        account={
          user && (
            <>
              {!isAdmin(user) && !isSittingQuiz && (
                <Suspense fallback={bellPlace}>{isGuest ? bellPlace : <NoticeBell />}</Suspense>
              )}
              <AccountMenu dashboardPath={dashboardPath(user)} />
            </>
          )
        }
        isBare={isSittingQuiz}
        below={
          user &&
          isArriving && (
            <Suspense>
              <DataNotice key={user.id} />
            </Suspense>
          )
        }
      />
      {ended && user && (
        <Suspense>
          <SessionEndedDialog user={user} />
        </Suspense>
      )}
    </>
  );
}
