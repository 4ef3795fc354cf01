import { Button, Group, Loader, Paper, Text } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCloudCheck from '~icons/cloud-check';
import IconCloudOff from '~icons/cloud-off';
import { messageOf } from '../../platform/calls/call.ts';
import { toastError } from '../../ui/toast.ts';
import type { DraftState } from '../drafts/draft-autosave.ts';
import classes from './DraftStatus.module.css';
import { findRevision, type OpenDraft } from '../drafts/use-quiz-draft.ts';

const clock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  timeStyle: 'medium',
  hour12: true,
});

/** Whether the draft is saved on the server. */
export function DraftStatus({ state }: { state: DraftState }) {
  const { saving, savedAt } = state;
  if (saving === 'nothing-to-save') return null;
  if (saving === 'not-saved' || saving === 'changed-elsewhere') {
    return (
      <output className={classes.status} data-bad="true">
        <IconCloudOff size={16} aria-hidden /> Not saved – kept in this browser
      </output>
    );
  }
  if (saving === 'saved') {
    const at = savedAt === null ? '' : ` ${clock.format(new Date(savedAt)).toUpperCase()}`;
    return (
      <output className={classes.status}>
        <IconCloudCheck size={16} aria-hidden /> Draft saved{at}
      </output>
    );
  }
  return (
    <span className={classes.status}>
      <Loader size={14} aria-hidden /> Saving…
    </span>
  );
}

/** The draft was changed in two places: the teacher chooses a version. */
export function DraftConflict({ draft }: { draft: OpenDraft }) {
  async function keepMine(): Promise<void> {
    try {
      await draft.autosave.overwrite(await findRevision(draft.uniqueId));
    } catch (error) {
      toastError(messageOf(error));
    }
  }
  return (
    <Paper withBorder role="alert" className={classes.conflict}>
      <IconAlertTriangle size={20} aria-hidden />
      <Text>
        This draft was changed elsewhere after you opened it. Your version is kept in this browser.
        Choose which one to keep.
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={draft.reopen}>
          Show the other version
        </Button>
        <Button variant="default" onClick={() => void keepMine()}>
          Keep mine
        </Button>
      </Group>
    </Paper>
  );
}
