import { Text } from '@mantine/core';
import { formatMomentBeside } from '../../ui/dates/dates.ts';
import { useMinute } from '../../ui/dates/use-minute.ts';

/** A due time, absolute and relative. */
export function DueTime({ dueAt }: { dueAt: string | null }) {
  const now = useMinute();
  if (dueAt === null) {
    return (
      <Text span size="sm" c="dimmed">
        No due time
      </Text>
    );
  }
  const isPast = new Date(dueAt).getTime() < now;
  return (
    <Text span size="sm" {...(!isPast && { fw: 550 })} c={isPast ? 'dimmed' : ''}>
      {isPast ? 'Was due' : 'Due'} {formatMomentBeside(dueAt, now)}
    </Text>
  );
}
