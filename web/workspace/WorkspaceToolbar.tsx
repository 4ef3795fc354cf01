import { Button, NativeSelect } from '@mantine/core';
import IconDeviceFloppy from '~icons/device-floppy';
import IconPlayerPlayFilled from '~icons/player-play-filled';
import IconPlayerStopFilled from '~icons/player-stop-filled';
import IconPlayerTrackNext from '~icons/player-track-next';
import { type LanguageId, findLanguage } from '@vlabs/contract/runs/languages';
import type { ReactNode } from 'react';
import { defaultFirst } from '../platform/languages.ts';
import { useOfferedLanguages, useTracer } from '../runs/languages/offered-languages.ts';
import { PageHeading } from '../ui/frame/PageHeading.tsx';
import { isBusy, type RunState } from '../runs/running/run-state.ts';
import { StatusBadge } from '../runs/running/StatusBadge.tsx';
import classes from './WorkspaceToolbar.module.css';

interface WorkspaceToolbarProps {
  languageId: LanguageId;
  state: RunState;
  /** Why programs can't be run; null if they can. */
  unavailability: string | null;
  onChooseLanguage: (languageId: LanguageId) => void;
  onExecute: () => void;
  /** Null if a teacher turned stepping off. */
  onStep: (() => void) | null;
  onSave: () => void;
  onStop: () => void;
  /** Shown next to Save while an assignment is open. */
  handIn: ReactNode;
}

export function WorkspaceToolbar(props: WorkspaceToolbarProps) {
  const { state, unavailability } = props;
  const offered = defaultFirst(useOfferedLanguages([props.languageId]));
  const busy = isBusy(state);
  const cannotRun = busy || unavailability !== null;
  const tracer = useTracer(props.languageId);
  const isStopping = 'isStopping' in state && state.isStopping;
  const choose = (value: string) => {
    const language = findLanguage(Number(value));
    if (language) props.onChooseLanguage(language.id);
  };

  return (
    <div className={classes.toolbar}>
      <div className={classes.heading}>
        <PageHeading>Workspace</PageHeading>
      </div>
      <NativeSelect
        aria-label="Language"
        className={classes.language}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(props.languageId)}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button
          disabled={cannotRun}
          title={unavailability ?? 'Ctrl+Enter or Cmd+Enter'}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}
          onClick={props.onExecute}
        >
          Execute
        </Button>
        {tracer && props.onStep && (
          <Button
            variant="default"
            disabled={cannotRun || tracer.fault !== null}
            title={unavailability ?? sayStep(tracer.fault)}
            leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
            onClick={props.onStep}
          >
            Step
          </Button>
        )}
        <Button
          variant="default"
          disabled={cannotRun}
          title={unavailability ?? 'Ctrl+S or Cmd+S: saves a version and runs it'}
          aria-keyshortcuts="Control+S Meta+S"
          leftSection={<IconDeviceFloppy size={18} aria-hidden />}
          onClick={props.onSave}
        >
          Save
        </Button>
        {props.handIn}
        {busy && (
          <Button
            color="red"
            variant="outline"
            c={isStopping ? 'dimmed' : 'var(--mantine-color-error)'}
            disabled={isStopping}
            leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
            onClick={props.onStop}
          >
            Stop
          </Button>
        )}
      </div>
      <StatusBadge state={state} />
    </div>
  );
}

const sayStep = (fault: string | null): string =>
  fault === null
    ? 'Shows the program line by line, forwards and backwards'
    : `Step is unavailable for this language here: ${fault}`;
