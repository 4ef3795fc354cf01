import { Text } from '@mantine/core';
import type { ArchiveWait } from '@vlabs/contract/archives/archives';
import { Moment } from '../ui/dates/Moment.tsx';

/** What the first archive of a test waits for. */
export function Waiting({ wait }: { wait: ArchiveWait }) {
  return (
    <Text component="output">
      {wordsOf(wait)}
      {'until' in wait && (
        <>
          {' '}
          <Moment at={wait.until} />.
        </>
      )}
    </Text>
  );
}

/** A sentence, or its beginning if a moment follows. */
function wordsOf(wait: ArchiveWait): string {
  switch (wait.for) {
    case 'attempts':
      return 'Nobody took this test, so there is nothing to archive.';
    case 'demo':
      return 'Tests of the demo are not archived.';
    case 'submissions':
      return `Not sealed yet: ${countAttempts(wait.count)} not submitted.`;
    case 'quiet':
      return 'Something changed after the last archive. If results differ, another one is made after a day without changes, at the earliest on';
    case 'judging':
      return `Not sealed yet: ${countAttempts(wait.count)} not judged. The test is sealed without these scores on`;
    default:
      return 'Not sealed yet: the last deadline, with extra time and reopened attempts, is';
  }
}

const countAttempts = (count: number): string =>
  count === 1 ? 'one attempt is' : `${count} attempts are`;
