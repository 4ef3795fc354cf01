import type { ReactNode } from 'react';
import { Split } from '../../runs/layout/Split.tsx';
import classes from './WorkspacePanes.module.css';

export interface WorkspaceParts {
  problem: ReactNode;
  program: ReactNode;
  input: ReactNode;
  output: ReactNode;
}

/** Three panes side by side, the last one split. The browser remembers the sizes. */
export function WorkspacePanes({ problem, program, input, output }: WorkspaceParts) {
  const inputAndOutput = (
    <Split
      name="input"
      orientation="below"
      label="Height of the input"
      usualShare={32}
      leastShare={15}
      maxShare={75}
      first={input}
      second={output}
    />
  );
  const working = (
    <Split
      name="program"
      orientation="beside"
      label="Width of the editor"
      usualShare={60}
      leastShare={30}
      maxShare={80}
      first={program}
      second={inputAndOutput}
    />
  );
  return (
    <div className={classes.panes}>
      <Split
        name="problem"
        orientation="beside"
        label="Width of the problem statement"
        usualShare={22}
        leastShare={8}
        maxShare={50}
        first={problem}
        second={working}
      />
    </div>
  );
}
