import type { ReactNode } from 'react';
import { Split } from '../../web/programming/layout/Split.tsx';
import classes from './program.module.css';

interface ProgramPanesProps {
  isRoomy: boolean;
  statement: ReactNode;
  toolbar: ReactNode;
  program: ReactNode;
  input: ReactNode;
  output: ReactNode;
}

/**
 * The statement beside the editor, if there is room; else all parts below each other. The editor
 * keeps its focus and undo history if the window changes.
 */
export function ProgramPanes(props: ProgramPanesProps) {
  const { isRoomy, statement, toolbar, program, input, output } = props;
  const inputAndOutput = (
    <Split
      name="question-input"
      orientation="beside"
      label="Width of the input"
      usualShare={34}
      leastShare={15}
      maxShare={75}
      isStacked={!isRoomy}
      first={<div className={`${classes.part} ${classes.input}`}>{input}</div>}
      second={<div className={`${classes.part} ${classes.output}`}>{output}</div>}
    />
  );
  const working = (
    <div className={classes.working}>
      <div className={`${classes.part} ${classes.tools}`}>{toolbar}</div>
      <div className={classes.rest}>
        <Split
          name="question-program"
          orientation="below"
          label="Height of the editor"
          usualShare={58}
          leastShare={25}
          maxShare={80}
          isStacked={!isRoomy}
          first={<div className={`${classes.part} ${classes.editor}`}>{program}</div>}
          second={inputAndOutput}
        />
      </div>
    </div>
  );
  return (
    <div className={classes.panes} data-roomy={isRoomy}>
      <Split
        name="question-statement"
        orientation="beside"
        label="Width of the question"
        usualShare={34}
        leastShare={15}
        maxShare={60}
        isStacked={!isRoomy}
        first={<div className={classes.statement}>{statement}</div>}
        second={working}
      />
    </div>
  );
}
