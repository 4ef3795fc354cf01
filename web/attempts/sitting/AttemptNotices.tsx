import { CloseButton, Paper } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconClockPlus from '~icons/clock-plus';
import IconPlugConnectedX from '~icons/plug-connected-x';
import IconSpeakerphone from '~icons/speakerphone';
import type { ReactNode } from 'react';
import { useSession } from '../../platform/calls/session.ts';
import classes from './AttemptNotices.module.css';
import type { Saving } from '../session/attempt-session.ts';
import type { Told } from './use-told.ts';
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
  told: readonly Told[];
  isTimeUp: boolean;
  saving: Saving;
  onPutAway: (id: string) => void;
}

/** Notices that the student must not miss. They are part of the bar, which does not scroll away. */
export function AttemptNotices({ told, isTimeUp, saving, onPutAway }: AttemptNoticesProps) {
  const { ended } = useSession();
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
        {told.map((one) => (
          <Notice key={one.id} icon={iconOf(one)} onPutAway={() => onPutAway(one.id)}>
            {one.text}
          </Notice>
        ))}
      </output>
    </div>
  );
}

/** Notices that were put away, above the questions. */
export function EarlierNotices({ told }: { told: readonly Told[] }) {
  return (
    told.length > 0 && (
      <div className={classes.earlier}>
        {told.map((one) => (
          <Notice key={one.id} icon={iconOf(one)}>
            {one.text}
          </Notice>
        ))}
      </div>
    )
  );
}

function iconOf({ is }: Told): ReactNode {
  const Icon = is === 'moved' ? IconClockPlus : IconSpeakerphone;
  return <Icon size={18} aria-hidden />;
}

interface NoticeProps {
  icon: ReactNode;
  isUrgent?: boolean;
  onPutAway?: () => void;
  children: string;
}

function Notice({ icon, isUrgent = false, onPutAway, children }: NoticeProps) {
  return (
    <Paper withBorder className={classes.notice} data-urgent={isUrgent}>
      {icon}
      <span>{children}</span>
      {onPutAway && (
        <CloseButton
          size="sm"
          aria-label={`Move above the questions: ${children}`}
          onClick={onPutAway}
        />
      )}
    </Paper>
  );
}
