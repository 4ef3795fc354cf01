import { useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { useSession } from '../../platform/calls/session.ts';
import { firstUse } from '../../platform/first-use.ts';
import { lazyPart } from './lazy-part.ts';

const ToastList = lazyPart(async () => (await import('./ToastList.tsx')).ToastList);

/**
 * Shows the toasts. The first page of a visitor causes none before it is used, so it loads without the code that shows
 * them; toasts wait in the store until that has arrived.
 */
export function Toasts() {
  const { isSignedIn } = useSession();
  const { notifications } = useNotifications();
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    void firstUse.then(() => setIsNeeded(true));
  }, []);
  // It stays once it is there: the toast of a logout outlives the session.
  if (!isNeeded && (isSignedIn || notifications.length > 0)) setIsNeeded(true);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <ToastList />
    </Suspense>
  );
}
