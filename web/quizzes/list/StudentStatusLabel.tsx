import { Badge } from '@mantine/core';
import IconCircleCheck from '~icons/circle-check';
import IconClock from '~icons/clock';
import IconClockOff from '~icons/clock-off';
import IconPlayerPlay from '~icons/player-play';
import type { StudentStatus } from './student-status.ts';

const labels = {
  pending: { word: 'Pending', icon: IconClock, color: 'lagoon', variant: 'outline' },
  submitted: { word: 'Submitted', icon: IconCircleCheck, color: 'lagoon', variant: 'filled' },
  running: { word: 'Running', icon: IconPlayerPlay, color: 'lagoon', variant: 'filled' },
  expired: { word: 'Expired', icon: IconClockOff, color: 'gray', variant: 'default' },
} as const;

export function StudentStatusLabel({ status }: { status: StudentStatus | 'running' }) {
  const { word, icon: Icon, color, variant } = labels[status];
  return (
    <Badge color={color} variant={variant} leftSection={<Icon size={12} aria-hidden />}>
      {word}
    </Badge>
  );
}
