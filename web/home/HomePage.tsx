import { Suspense } from 'react';
import { NewsList } from '../news/NewsList.tsx';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { isTeaching } from '../platform/calls/teaching.ts';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { lazyPart } from '../ui/frame/lazy-part.ts';
import { Page } from '../ui/frame/Page.tsx';
import classes from './HomePage.module.css';
import { NextSteps } from './NextSteps.tsx';

// Lazy, because it checks the user's rights with the contract, which this page does not load at
// first.
const EditNewsButton = lazyPart(
  async () => (await import('../news/EditNewsButton.tsx')).EditNewsButton,
);

const FirstSteps = lazyPart(async () => (await import('./FirstSteps.tsx')).FirstSteps);

export function HomePage() {
  const { data: installation } = useInstallation();
  const { user } = useSession();
  return (
    <Page
      heading={installation ? `News about ${installation.institution} :` : 'News'}
      title=""
      action={
        isAdmin(user) && (
          <Suspense>
            <EditNewsButton />
          </Suspense>
        )
      }
    >
      <div className={classes.columns}>
        <NewsList />
        <div className={classes.steps}>
          <NextSteps />
          {user !== null && isAdmin(user) && !isTeaching && (
            <Suspense>
              <FirstSteps userId={user.id} />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  );
}
