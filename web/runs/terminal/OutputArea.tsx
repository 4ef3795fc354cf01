import { Button } from '@mantine/core';
import IconTerminal2 from '~icons/terminal-2';
import { OutputPanel } from '../running/OutputPanel.tsx';
import type { UseRun } from '../running/use-run.ts';
import classes from './OutputArea.module.css';
import { TerminalPanel } from './TerminalPanel.tsx';
import type { UseLiveRun } from './use-live-run.ts';
import type { OutputView } from './use-output-view.ts';

interface OutputAreaProps {
  run: UseRun;
  live: UseLiveRun;
  view: OutputView;
  onStartLive: (() => void) | null;
}

/** The output panel or the terminal. Once opened, the terminal stays mounted. */
export function OutputArea({ run, live, view, onStartLive }: OutputAreaProps) {
  return (
    <>
      <div className={classes.part} hidden={view.isTerminal}>
        <OutputPanel
          state={run.state}
          actions={
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconTerminal2 size={16} aria-hidden />}
              onClick={view.showTerminal}
            >
              Terminal
            </Button>
          }
        />
      </div>
      {view.wasOpened && (
        <div className={classes.part} hidden={!view.isTerminal}>
          <TerminalPanel live={live} onStart={onStartLive} onShowOutput={view.showOutput} />
        </div>
      )}
    </>
  );
}
