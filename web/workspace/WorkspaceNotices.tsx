import { Button, CloseButton } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconPlugConnectedX from '~icons/plug-connected-x';
import type { ReactNode } from 'react';
import { FAILURE_WORDS, type RunState } from '../runs/running/run-state.ts';
import classes from './WorkspaceNotices.module.css';

interface WorkspaceNoticesProps {
  state: RunState;
  unavailability: string | null;
  isKept: boolean;
  /** Two devices changed the same text, and the student has not chosen yet. */
  hasDiverged: boolean;
  /** Why earlier programs are closed; null if they are open. */
  shutBecause: string | null;
  onCompare: () => void;
  onCheckAgain: () => void;
  onDismiss: () => void;
}

/** Notices above all panes that a student must not miss. */
export function WorkspaceNotices(props: WorkspaceNoticesProps) {
  const { state, unavailability } = props;
  return (
    <>
      {state.step === 'failed' && (
        <Notice title={FAILURE_WORDS[state.failure]} onClose={props.onDismiss}>
          {state.detail}
          {state.following && (
            <Button variant="default" size="compact-sm" onClick={props.onCheckAgain}>
              Check again
            </Button>
          )}
        </Notice>
      )}
      {unavailability !== null && (
        <Notice title="Programs can’t be run right now." isUnavailable>
          {unavailability} Your work is kept, and this page checks again by itself.
        </Notice>
      )}
      {props.shutBecause !== null && (
        <Notice title="Your earlier programs are closed." isUnavailable>
          {props.shutBecause}
        </Notice>
      )}
      {props.hasDiverged && (
        <Notice title="Another device has saved a different version." isUnavailable>
          Until you choose one, your changes are kept in this browser only.
          <Button variant="default" size="compact-sm" onClick={props.onCompare}>
            Compare
          </Button>
        </Notice>
      )}
      {!props.isKept && (
        <Notice title="This browser can’t keep your changes.">
          Its storage is full or turned off. Copy your program elsewhere before you leave this page.
        </Notice>
      )}
    </>
  );
}

interface NoticeProps {
  title: string;
  /** A lasting state rather than an event. */
  isUnavailable?: boolean;
  onClose?: () => void;
  children: ReactNode;
}

function Notice({ title, isUnavailable = false, onClose, children }: NoticeProps) {
  const Icon = isUnavailable ? IconPlugConnectedX : IconAlertTriangle;
  const words = (
    <>
      <strong>{title}</strong>
      {children}
    </>
  );
  return (
    <div className={classes.notice} data-away={isUnavailable || undefined}>
      <Icon size={18} aria-hidden />
      {isUnavailable ? (
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
