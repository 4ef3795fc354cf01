import { Button, CloseButton } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconPlugConnectedX from '~icons/plug-connected-x';
import type { ReactNode } from 'react';
import { failureWords, type RunState } from './running/run-state.ts';
import classes from './WorkspaceNotices.module.css';

interface WorkspaceNoticesProps {
  state: RunState;
  unavailability: string | null;
  isKept: boolean;
  /** Two devices went on from the same text, and the student has not chosen yet. */
  hasDiverged: boolean;
  onCompare: () => void;
  onCheckAgain: () => void;
  onDismiss: () => void;
}

/** What a student must not miss, above all panes: what happened, what was kept, what to do. */
export function WorkspaceNotices(props: WorkspaceNoticesProps) {
  const { state, unavailability } = props;
  return (
    <>
      {state.step === 'failed' && (
        <Notice title={failureWords[state.failure]} onClose={props.onDismiss}>
          {state.detail}
          {state.following && (
            <Button variant="default" size="compact-sm" onClick={props.onCheckAgain}>
              Check again
            </Button>
          )}
        </Notice>
      )}
      {unavailability !== null && (
        <Notice title="Programs cannot be run now." isAway>
          {unavailability} You can go on writing: everything is kept, and this page notices when
          programs run again.
        </Notice>
      )}
      {props.hasDiverged && (
        <Notice title="Another device has saved a different text." isAway>
          Until you choose, what you type is kept in this browser only.
          <Button variant="default" size="compact-sm" onClick={props.onCompare}>
            Compare
          </Button>
        </Notice>
      )}
      {!props.isKept && (
        <Notice title="This browser does not keep what you type.">
          Its storage is full or switched off. Copy your program elsewhere before you leave this
          page.
        </Notice>
      )}
    </>
  );
}

interface NoticeProps {
  title: string;
  /** A state that lasts, rather than something that just happened. */
  isAway?: boolean;
  onClose?: () => void;
  children: ReactNode;
}

function Notice({ title, isAway = false, onClose, children }: NoticeProps) {
  const Icon = isAway ? IconPlugConnectedX : IconAlertTriangle;
  const words = (
    <>
      <strong>{title}</strong>
      {children}
    </>
  );
  return (
    <div className={classes.notice} data-away={isAway || undefined}>
      <Icon size={18} aria-hidden />
      {isAway ? (
        <output className={classes.words}>{words}</output>
      ) : (
        <div role="alert" className={classes.words}>
          {words}
        </div>
      )}
      {onClose && <CloseButton aria-label="Close this message" onClick={onClose} />}
    </div>
  );
}
