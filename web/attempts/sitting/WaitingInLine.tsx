import { Stack, Text } from '@mantine/core';
import type { StartQueue } from '@vlabs/contract/attempts/attempts';
import { Page } from '../../ui/frame/Page.tsx';

const MINUTE_S = 60;

/** Shown while many students start at the same time. The page tries again by itself. */
export function WaitingInLine({ queue: { place, seconds } }: { queue: StartQueue }) {
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
