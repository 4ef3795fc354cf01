import { hideNotification, useNotifications } from '@mantine/notifications';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSession } from '../../platform/calls/session.ts';
import { firstUse } from '../../platform/first-use.ts';
import { lazyPart } from './lazy-part.ts';
import classes from './Toasts.module.css';

const ToastList = lazyPart(async () => (await import('./ToastList.tsx')).ToastList);

const PLAIN_MS = 4000;

/** The messages alone. The list takes over those that are shown when it arrives. */
function PlainToasts() {
  const { notifications } = useNotifications();
  return (
    <div className={classes.plain}>
      {notifications.map(({ id = '', message }) => (
        <PlainToast key={id} id={id} message={message} />
      ))}
    </div>
  );
}

function PlainToast({ id, message }: { id: string; message: ReactNode }) {
  useEffect(() => {
    const timer = setTimeout(() => hideNotification(id), PLAIN_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return <div role="alert">{message}</div>;
}

/**
 * Shows the toasts. The first page of a visitor causes none before it is used, so it loads without the code that shows
 * them. If that does not arrive, because the connection was lost, toasts are plain.
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
    <Suspense fallback={<PlainToasts />}>
      <ToastList />
    </Suspense>
  );
}
