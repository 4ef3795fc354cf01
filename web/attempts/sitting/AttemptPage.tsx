import { useState } from 'react';
import { useParams } from 'react-router';
import { useSession } from '../../platform/calls/session.ts';
import { PageSkeleton } from '../../ui/states.tsx';
import { SittingView } from './SittingView.tsx';
import { useOpenAttempt } from '../session/use-open-attempt.ts';
import { Stack, Text } from '@mantine/core';
import type { StartQueue } from '@vlabs/contract/attempts/attempts';
import { Page } from '../../ui/frame/Page.tsx';

const MINUTE_S = 60;

/** Shown while many students start at the same time. The page tries again by itself. */
function WaitingInLine({ queue: { place, seconds } }: { queue: StartQueue }) {
  return (
    <Page heading="Many students are starting now" title="Waiting to start" width="reading">
      <Stack gap="md" align="flex-start">
        <output>
          You are number {place} in line. The test opens here by itself in about{' '}
          {formatWait(seconds)}.
        </output>
        <Text c="dimmed">
          Your time begins when the test opens. Keep this page open; you don’t need to press
          anything.
        </Text>
      </Stack>
    </Page>
  );
}

/** An estimate in seconds, from a minute and a half on in minutes. */
function formatWait(seconds: number): string {
  if (seconds < 1.5 * MINUTE_S) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.round(seconds / MINUTE_S)} minutes`;
}

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
