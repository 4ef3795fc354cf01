import { useQuery } from '@tanstack/react-query';
import { adminAuth, getAccount, userAuth } from '@vlabs/contract/auth/auth';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { Page } from '../ui/frame/Page.tsx';
import { Failed, PageSkeleton } from '../ui/states.tsx';
import { call, CallError } from '../platform/calls/call.ts';
import { Redirecting } from './Redirecting.tsx';
import { useSession } from '../platform/calls/session.ts';
import {
  clearSession,
  currentSession,
  markSessionEnded,
  markStorageKey,
} from '../platform/storage/stored-session.ts';
import { encryptPlainEntries } from '../platform/storage/personal-storage.ts';

/** If the check answers within this time, only the page is shown. */
const TIMEOUT_MS = 400;
const AGAIN_WHILE_AWAY_MS = 3000;

/** Only for signed-in users. */
export function UserGuard() {
  return <Guard check="user" />;
}

/** Only for admins. */
export function AdminGuard() {
  return <Guard check="admin" />;
}

type Answer = 'yes' | 'signed-out' | 'not-allowed';

async function ask(check: 'user' | 'admin', signal: AbortSignal): Promise<Answer> {
  try {
    const options = { signal, handlesSignedOut: true };
    const checked = check === 'user' ? call(userAuth, {}, options) : call(adminAuth, {}, options);
    await Promise.all([checked, requireStorageKey(signal)]);
    return 'yes';
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return 'signed-out';
    if (error instanceof CallError && error.status === 403) return 'not-allowed';
    throw error;
  }
}

/** Pages open with what the user left in this browser, so its key comes first. */
async function requireStorageKey(signal: AbortSignal): Promise<void> {
  const { user, token, storageKey } = currentSession();
  if (user === null || storageKey !== null) return;
  const { data } = await call(getAccount, {}, { signal, handlesSignedOut: true });
  markStorageKey(token, data.storageKey);
  encryptPlainEntries(user.id);
}

/**
 * Asks the server before it shows a page. An unavailable server is not a refusal: the user stays
 * here and the check is retried. A page that was shown stays, so nothing on it is lost when the
 * session ends.
 */
function Guard({ check }: { check: 'user' | 'admin' }) {
  const { user, token, isSignedIn } = useSession();
  const [admitted, setAdmitted] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['guard', check, token],
    queryFn: ({ signal }) => ask(check, signal),
    enabled: isSignedIn,
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_WHILE_AWAY_MS : false),
  });
  const isAdmitted = isSignedIn && admitted === user?.id;
  if (data === 'yes' && user && !isAdmitted) setAdmitted(user.id);

  useEffect(() => {
    if (data !== 'signed-out') return;
    if (isAdmitted) markSessionEnded(token);
    else clearSession();
  }, [data, isAdmitted, token]);

  if (isAdmitted || data === 'yes') return <Outlet />;
  if (!isSignedIn || data === 'signed-out') return <Redirecting because="signed-out" />;
  if (data === 'not-allowed') return <Redirecting because="not-allowed" />;
  if (error) return <ServerUnavailable onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <Pending />;
}

function ServerUnavailable({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  return (
    <Page heading="V-labs is not responding" width="reading">
      <Failed
        message="You are still signed in. This page opens by itself when the server is back."
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    </Page>
  );
}

function Pending() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? <Redirecting because="pending" /> : <PageSkeleton />;
}
