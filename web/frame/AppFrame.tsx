import { Suspense } from 'react';
import { Navigate, useLocation, useMatch } from 'react-router';
import { AccountMenu } from '../auth/AccountMenu.tsx';
import { dashboardPath, footerNavigation, topNavigation } from './navigation.ts';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { useNeedsSecondStep, useWrites } from '../platform/calls/use-account.ts';
import { Frame } from '../ui/frame/Frame.tsx';
import { lazyPart } from '../ui/frame/lazy-part.ts';
import { type SteppedCode, SteppedCodeContext } from '../ui/text/stepped-code-context.ts';

const SessionEndedDialog = lazyPart(
  async () => (await import('../auth/SessionEndedDialog.tsx')).SessionEndedDialog,
);

const SharedComputer = lazyPart(
  async () => (await import('../auth/shared-computer/SharedComputer.tsx')).SharedComputer,
);

const NoticeBell = lazyPart(async () => (await import('../notices/NoticeBell.tsx')).NoticeBell);

const StepExample = lazyPart(
  async () => (await import('../runs/step/examples/StepExample.tsx')).StepExample,
);

const renderExample = (block: SteppedCode) => <StepExample {...block} />;

const DataNotice = lazyPart(async () => (await import('../privacy/DataNotice.tsx')).DataNotice);

/** Pages on which users arrive after login and have no unsaved work. */
const ARRIVALS = ['/', '/account', '/dashboard/user', '/admin/dashboard/profile'];

/** Where campus admins are sent who signed in with a password alone. */
const SECOND_STEP = '/second-step';

/** Reserves the width of the bell, so nothing moves when it loads. */
const bellPlace = <span style={{ width: '2.25rem' }} />;

/** The frame with the navigation of the signed-in user. */
export function AppFrame() {
  const { user, ended, isGuest, isShared } = useSession();
  const isSittingQuiz = useMatch('/tests/quiz/:uniqueId') !== null;
  const { pathname } = useLocation();
  const isArriving = ARRIVALS.includes(pathname);
  const needsSecondStep = useNeedsSecondStep() && pathname !== SECOND_STEP;
  return (
    <SteppedCodeContext value={renderExample}>
      {needsSecondStep && <Navigate to={SECOND_STEP} replace />}
      <Frame
        links={topNavigation(user, useWrites())}
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
      {isShared && !ended && (
        <Suspense>
          <SharedComputer />
        </Suspense>
      )}
      {ended && user && (
        <Suspense>
          <SessionEndedDialog user={user} />
        </Suspense>
      )}
    </SteppedCodeContext>
  );
}
