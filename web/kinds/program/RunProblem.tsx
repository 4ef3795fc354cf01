import { Button, CloseButton } from '@mantine/core';
import type { RunFailure, RunState } from '../../runs/running/run-state.ts';
import classes from './program.module.css';

/** The Workspace says that programs are submitted, which students would take for their test. */
const WORDS: Record<RunFailure, string> = {
  empty: 'Write a program first.',
  refused: 'The program was not run.',
  polling: 'The result of the run could not be read.',
  other: 'The program was not run.',
};

interface RunProblemProps {
  state: RunState;
  isTooLong: boolean;
  onCheckAgain: () => void;
  onDismiss: () => void;
}

/** Why a program was not run, or is not saved. */
export function RunProblem({ state, isTooLong, onCheckAgain, onDismiss }: RunProblemProps) {
  return (
    <div role="alert">
      {isTooLong && (
        <div className={classes.problem}>
          <strong>This program is too long and is not saved.</strong>
          <span>A program has at most 64 KB. Make it shorter.</span>
        </div>
      )}
      {state.step === 'failed' && (
        <div className={classes.problem}>
          <strong>{WORDS[state.failure]}</strong>
          <span>{state.detail}</span>
          {state.following && (
            <Button variant="default" size="compact-sm" onClick={onCheckAgain}>
              Check again
            </Button>
          )}
          <CloseButton aria-label="Close this message" onClick={onDismiss} />
        </div>
      )}
    </div>
  );
}
