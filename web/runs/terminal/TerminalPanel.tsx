import { ActionIcon, Button } from '@mantine/core';
import { useDeviceSetting } from '../../platform/storage/use-device-setting.ts';
import IconAccessible from '~icons/accessible';
import IconFileText from '~icons/file-text';
import IconPlayerPlayFilled from '~icons/player-play-filled';
import IconTrash from '~icons/trash';
import { Suspense, useCallback, useState } from 'react';
import { lazyPart } from '../../ui/frame/lazy-part.ts';
import { sizeInWords } from '../running/output-text.ts';
import { Pane } from '../layout/Pane.tsx';
import paneClasses from '../layout/Pane.module.css';
import type { TerminalScreen } from './terminal-screen.ts';
import classes from './TerminalPanel.module.css';
import type { UseLiveRun } from './use-live-run.ts';

const TerminalView = lazyPart(async () => (await import('./TerminalView.tsx')).TerminalView);

const numbers = new Intl.NumberFormat('en-IN');
const KEPT_LINES = 5000;

interface TerminalPanelProps {
  live: UseLiveRun;
  /** Null if programs can be started. */
  onStart: (() => void) | null;
  onShowOutput: () => void;
}

/** An interactive program: the user answers it while it runs. */
export function TerminalPanel({ live, onStart, onShowOutput }: TerminalPanelProps) {
  const [screen, setScreen] = useState<TerminalScreen | null>(null);
  const [isForScreenReader, setIsForScreenReader] = useDeviceSetting({
    key: 'vlabs.terminal.screen-reader',
    defaultValue: false,
  });
  const { onScreen } = live;
  const takeScreen = useCallback(
    (opened: TerminalScreen | null) => {
      setScreen(opened);
      onScreen(opened);
    },
    [onScreen],
  );

  return (
    <Pane
      heading="Terminal"
      actions={
        <>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
            disabled={onStart === null}
            onClick={() => onStart?.()}
          >
            Run in terminal
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Clear the terminal"
            title="Clear the terminal"
            onClick={() => screen?.clear()}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant={isForScreenReader ? 'light' : 'subtle'}
            color={isForScreenReader ? 'lagoon' : 'gray'}
            aria-label="Read the terminal aloud with a screen reader"
            title="Read the terminal aloud with a screen reader"
            aria-pressed={isForScreenReader}
            onClick={() => setIsForScreenReader(!isForScreenReader)}
          >
            <IconAccessible size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Back to the output"
            title="Back to the output"
            onClick={onShowOutput}
          >
            <IconFileText size={18} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      <section className={classes.body} aria-label="Terminal">
        <Suspense fallback={<p className={paneClasses.quiet}>Opening the terminal…</p>}>
          <TerminalView isForScreenReader={isForScreenReader} onScreen={takeScreen} />
        </Suspense>
      </section>
      <p className={classes.foot}>
        <span>
          {live.printed.bytes > 0 && `${sizeInWords(live.printed.bytes)} printed`}
          {live.printed.isCut && `; only the last ${numbers.format(KEPT_LINES)} lines are kept`}
        </span>
        <span className={paneClasses.keys}>
          <kbd>Ctrl</kbd> <kbd>C</kbd> interrupts, <kbd>Ctrl</kbd> <kbd>D</kbd> ends the input,{' '}
          <kbd>Esc</kbd> <kbd>Tab</kbd> leaves
        </span>
      </p>
    </Pane>
  );
}
