import { Paper } from '@mantine/core';
import { IconAlertTriangle, IconClockPlus, IconSpeakerphone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMoment } from '../ui/dates.ts';
import classes from './AttemptNotices.module.css';
import type { Announcement } from './use-attempt-events.ts';
import { TIME_IS_UP } from './use-submit-attempt.ts';

interface AttemptNoticesProps {
  announcements: readonly Announcement[];
  movedTo: string | null;
  isTimeUp: boolean;
}

/** What the student must not miss, and what stays there to be read again. */
export function AttemptNotices({ announcements, movedTo, isTimeUp }: AttemptNoticesProps) {
  return (
    <div className={classes.notices}>
      <div role="alert">
        {isTimeUp && (
          <Notice icon={<IconAlertTriangle size={18} aria-hidden />} isUrgent>
            {TIME_IS_UP}
          </Notice>
        )}
      </div>
      <output>
        {movedTo !== null && (
          <Notice icon={<IconClockPlus size={18} aria-hidden />}>
            Your time was changed: this test now ends on {formatMoment(movedTo)}.
          </Notice>
        )}
        {announcements.map(({ id, text }) => (
          <Notice key={id} icon={<IconSpeakerphone size={18} aria-hidden />}>
            {text}
          </Notice>
        ))}
      </output>
    </div>
  );
}

function Notice({
  icon,
  isUrgent = false,
  children,
}: {
  icon: ReactNode;
  isUrgent?: boolean;
  children: ReactNode;
}) {
  return (
    <Paper withBorder className={classes.notice} data-urgent={isUrgent}>
      {icon}
      <span>{children}</span>
    </Paper>
  );
}
