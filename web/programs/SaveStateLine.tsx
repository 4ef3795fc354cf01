import IconCheck from '~icons/check';
import IconCloudOff from '~icons/cloud-off';
import IconCloudUp from '~icons/cloud-up';
import { formatTime } from '../ui/dates/dates.ts';
import type { SaveState } from './draft-autosave.ts';
import classes from '../runs/layout/Pane.module.css';

/** Whether changes are saved. Only failures are announced: every pause in typing saves. */
export function SaveStateLine({ state, isKept }: { state: SaveState; isKept: boolean }) {
  if (state.step === 'blank') return null;
  if (state.step === 'saved') {
    return (
      <span className={classes.kept}>
        <IconCheck size={14} aria-hidden />
        <span>Saved {formatTime(state.savedAt)}</span>
      </span>
    );
  }
  if (state.step === 'saving') {
    return (
      <span className={classes.kept}>
        <IconCloudUp size={14} aria-hidden />
        <span>Saving…</span>
      </span>
    );
  }
  return (
    <span className={classes.kept} data-bad>
      <IconCloudOff size={14} aria-hidden />
      <output>
        {isKept ? 'Not saved – kept in this browser' : 'Not saved'}
        {`. ${state.reason ?? 'Your changes will be sent when the server is reachable.'}`}
      </output>
    </span>
  );
}
