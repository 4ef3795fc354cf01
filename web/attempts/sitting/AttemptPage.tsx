import { useState } from 'react';
import { useParams } from 'react-router';
import { useSession } from '../../platform/calls/session.ts';
import { PageSkeleton } from '../../ui/states.tsx';
import { SittingView } from './SittingView.tsx';
import { WaitingInLine } from './WaitingInLine.tsx';
import { useOpenAttempt } from '../session/use-open-attempt.ts';

/** A test in progress. A new key remounts it for another user of the same browser. */
export function AttemptPage() {
  const { user } = useSession();
  const { uniqueId = '' } = useParams();
  const [opening, setOpening] = useState(1);
  const userId = user?.id ?? '';
  return (
    <Attempt
      key={`${userId} ${uniqueId} ${opening}`}
      userId={userId}
      uniqueId={uniqueId}
      onContinueHere={() => setOpening(opening + 1)}
    />
  );
}

interface AttemptProps {
  userId: string;
  uniqueId: string;
  /** Takes the attempt over from the page that writes it now. */
  onContinueHere: () => void;
}

function Attempt({ userId, uniqueId, onContinueHere }: AttemptProps) {
  const { attempt, queue } = useOpenAttempt(userId, uniqueId);
  if (attempt === null) return queue ? <WaitingInLine queue={queue} /> : <PageSkeleton />;
  return <SittingView key={attempt.tab} attempt={attempt} onContinueHere={onContinueHere} />;
}
