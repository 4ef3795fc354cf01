import { Button, NativeSelect } from '@mantine/core';
import IconListCheck from '~icons/list-check';
import IconPlayerPlayFilled from '~icons/player-play-filled';
import IconPlayerStopFilled from '~icons/player-stop-filled';
import { type Language, languageOf } from '@vlabs/contract/runs/languages';
import { StatusBadge } from '../../runs/running/StatusBadge.tsx';
import classes from './program.module.css';
import type { useChecks } from './use-checks.tsx';

interface ProgramToolbarProps {
  languages: readonly Language[];
  language: Language;
  isLocked: boolean;
  checks: ReturnType<typeof useChecks>;
  onLanguage: (language: Language) => void;
}

/** The language, and what runs the program. */
export function ProgramToolbar(props: ProgramToolbarProps) {
  const { languages, language, isLocked, checks, onLanguage } = props;
  const { current, canRun, isUnderWay, unavailability, hasSamples } = checks;
  const isStopping = 'isStopping' in current.state && current.state.isStopping;
  // Before a run the badge reads “Not submitted yet”, which in a test seems to mean the test.
  const hasStatus = current.state.step !== 'idle' && current.state.step !== 'failed';
  const choose = (value: string) => {
    const chosen = languages.find((each) => each === value);
    if (chosen) onLanguage(chosen);
  };
  const keys = {
    title: 'Ctrl+Enter or Cmd+Enter',
    'aria-keyshortcuts': 'Control+Enter Meta+Enter',
  };
  return (
    <div className={classes.toolbar}>
      {languages.length === 1 ? (
        <span className={classes.onlyLanguage}>{languageOf(language).name}</span>
      ) : (
        <NativeSelect
          aria-label="Language"
          disabled={isLocked}
          data={languages.map((each) => ({ value: each, label: languageOf(each).name }))}
          value={language}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      {hasSamples && (
        <Button
          {...keys}
          disabled={!canRun}
          leftSection={<IconListCheck size={18} aria-hidden />}
          onClick={checks.check}
        >
          Check
        </Button>
      )}
      <Button
        {...(!hasSamples && keys)}
        variant="default"
        disabled={!canRun}
        leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}
        onClick={checks.runOnInput}
      >
        Run
      </Button>
      {isUnderWay && (
        <Button
          color="red"
          variant="outline"
          c={isStopping ? 'dimmed' : 'var(--mantine-color-error)'}
          disabled={isStopping || isLocked}
          leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
          onClick={current.stop}
        >
          Stop
        </Button>
      )}
      {hasStatus && <StatusBadge state={current.state} />}
      {unavailability !== null && <output className={classes.away}>{unavailability}</output>}
    </div>
  );
}
