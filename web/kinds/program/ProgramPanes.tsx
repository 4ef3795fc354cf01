import { SegmentedControl } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { Split } from '../../runs/layout/Split.tsx';
import classes from './program.module.css';

export type ProgramTab = 'question' | 'code' | 'input' | 'output';

const tabs: { value: ProgramTab; label: string }[] = [
  { value: 'question', label: 'Question' },
  { value: 'code', label: 'Code' },
  { value: 'input', label: 'Input' },
  { value: 'output', label: 'Output' },
];

interface ProgramPanesProps {
  isRoomy: boolean;
  /** The part that a phone shows; null to show all. */
  tab: ProgramTab | null;
  onChooseTab: (tab: ProgramTab) => void;
  statement: ReactNode;
  toolbar: ReactNode;
  program: ReactNode;
  input: ReactNode;
  output: ReactNode;
  outputRef: Ref<HTMLDivElement>;
}

/**
 * The statement beside the editor, if there is room; else all parts below each other, or one at a
 * time. The editor keeps its focus and undo history if the window changes.
 */
export function ProgramPanes(props: ProgramPanesProps) {
  const { isRoomy, tab, onChooseTab, statement, toolbar, program, input } = props;
  const { output, outputRef } = props;
  const isHidden = (part: ProgramTab) => tab !== null && tab !== part;
  const inputAndOutput = (
    <Split
      name="question-input"
      orientation="beside"
      label="Width of the input"
      usualShare={34}
      leastShare={15}
      maxShare={75}
      isStacked={!isRoomy}
      first={
        <div hidden={isHidden('input')} className={`${classes.part} ${classes.input}`}>
          {input}
        </div>
      }
      second={
        <div
          ref={outputRef}
          hidden={isHidden('output')}
          className={`${classes.part} ${classes.output}`}
        >
          {output}
        </div>
      }
    />
  );
  const working = (
    <div hidden={tab === 'question'} className={classes.working}>
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
          first={
            <div hidden={isHidden('code')} className={`${classes.part} ${classes.editor}`}>
              {program}
            </div>
          }
          second={inputAndOutput}
        />
      </div>
    </div>
  );
  return (
    <div className={classes.panes} data-roomy={isRoomy}>
      {tab !== null && (
        <SegmentedControl
          fullWidth
          aria-label="Part of the question"
          data={tabs}
          value={tab}
          onChange={onChooseTab}
        />
      )}
      <Split
        name="question-statement"
        orientation="beside"
        label="Width of the question"
        usualShare={34}
        leastShare={15}
        maxShare={60}
        isStacked={!isRoomy}
        first={
          <div hidden={isHidden('question')} className={classes.statement}>
            {statement}
          </div>
        }
        second={working}
      />
    </div>
  );
}
