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
  /** The program is a query, which nobody types to. */
  isQuery: boolean;
}

/** The output panel or the terminal. Once opened, the terminal stays mounted. */
export function OutputArea({ run, live, view, onStartLive, isQuery }: OutputAreaProps) {
  const isTerminal = view.isTerminal && !isQuery;
  return (
    <>
      <div className={classes.part} hidden={isTerminal}>
        <OutputPanel
          state={run.state}
          actions={
            !isQuery && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                leftSection={<IconTerminal2 size={16} aria-hidden />}
                onClick={view.showTerminal}
              >
                Terminal
              </Button>
            )
          }
        />
      </div>
      {view.wasOpened && (
        <div className={classes.part} hidden={!isTerminal}>
          <TerminalPanel live={live} onStart={onStartLive} onShowOutput={view.showOutput} />
        </div>
      )}
    </>
  );
}
