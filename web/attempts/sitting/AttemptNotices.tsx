import { Paper } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconClockPlus from '~icons/clock-plus';
import IconPlugConnectedX from '~icons/plug-connected-x';
import IconSpeakerphone from '~icons/speakerphone';
import type { ReactNode } from 'react';
import { useSession } from '../../platform/calls/session.ts';
import { formatMomentBeside } from '../../ui/dates/dates.ts';
import { useMinute } from '../../ui/dates/use-minute.ts';
import classes from './AttemptNotices.module.css';
import type { Saving } from '../session/attempt-session.ts';
import type { Announcement } from './use-attempt-events.ts';
import { TIME_IS_UP } from './use-submit-attempt.ts';

const KEPT_HERE =
  'The server is not responding. Your answers are kept in this browser and will be sent when it is back.';
const KEPT_NOWHERE =
  'The server is not responding, and this browser can’t store your answers. Keep this page open until it says Saved.';

const SIGNED_OUT =
  'Your session has ended. Your answers are kept in this browser and will be sent when you log in again.';

const whatNow = (isTimeUp: boolean) =>
  isTimeUp ? 'Keep this page open.' : 'You can continue the test.';

const describeKept = (isSignedOut: boolean, isTimeUp: boolean) =>
  isSignedOut ? SIGNED_OUT : `${KEPT_HERE} ${whatNow(isTimeUp)}`;

interface AttemptNoticesProps {
  announcements: readonly Announcement[];
  movedTo: string | null;
  isTimeUp: boolean;
  saving: Saving;
}

/** Notices that the student must not miss. They stay on the page. */
export function AttemptNotices(props: AttemptNoticesProps) {
  const { announcements, movedTo, isTimeUp, saving } = props;
  const { ended } = useSession();
  const now = useMinute();
  return (
    <div className={classes.notices}>
      <div role="alert">
        {isTimeUp && (
          <Notice icon={<IconAlertTriangle size={18} aria-hidden />} isUrgent>
            {TIME_IS_UP}
          </Notice>
        )}
        {saving.is === 'not-saved' && (
          <Notice icon={<IconPlugConnectedX size={18} aria-hidden />} isUrgent>
            {saving.isKeptHere ? describeKept(ended, isTimeUp) : KEPT_NOWHERE}
          </Notice>
        )}
      </div>
      <output>
        {movedTo !== null && (
          <Notice icon={<IconClockPlus size={18} aria-hidden />}>
            Your time was changed: this test now ends on {formatMomentBeside(movedTo, now)}.
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
