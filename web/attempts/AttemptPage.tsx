import { useParams } from 'react-router';
import { useSession } from '../platform/session.ts';
import { PageSkeleton } from '../ui/states.tsx';
import { SittingView } from './SittingView.tsx';
import { useOpenAttempt } from './use-open-attempt.ts';

/** A test while it is sat. Another person on the same browser gets a page of their own. */
export function AttemptPage() {
  const { user } = useSession();
  const { uniqueId = '' } = useParams();
  const userId = user?.id ?? '';
  return <Attempt key={`${userId} ${uniqueId}`} userId={userId} uniqueId={uniqueId} />;
}

function Attempt({ userId, uniqueId }: { userId: string; uniqueId: string }) {
  const { attempt, openAgain } = useOpenAttempt(userId, uniqueId);
  if (attempt === null) return <PageSkeleton />;
  return <SittingView key={attempt.tab} attempt={attempt} onContinueHere={openAgain} />;
}
