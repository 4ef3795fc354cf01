import { UnstyledButton } from '@mantine/core';
import { requireLanguage } from '@vlabs/contract/runs/languages';
import { Moment } from '../ui/dates/Moment.tsx';
import classes from './HistoryDialog.module.css';
import type { PastProgram } from './use-history.ts';

interface HistoryEntryProps {
  entry: PastProgram;
  isChosen: boolean;
  onChoose: () => void;
}

export function HistoryEntry({ entry, isChosen, onChoose }: HistoryEntryProps) {
  return (
    <li>
      <UnstyledButton
        className={classes.entry}
        aria-current={isChosen}
        data-chosen={isChosen || undefined}
        onClick={onChoose}
      >
        <span className={classes.name}>{titleOf(entry)}</span>
        <span className={classes.facts}>
          {requireLanguage(entry.languageId).name} · <Moment at={entry.at} />
          {entry.kind === 'version' && ` · ${lines(entry.version.lineCount)}`}
        </span>
      </UnstyledButton>
    </li>
  );
}

function titleOf(entry: PastProgram): string {
  if (entry.kind === 'version') return entry.version.name;
  const { status, timeSeconds, inputCount } = entry.run;
  const time = timeSeconds === null ? '' : ` in ${timeSeconds} s`;
  return `${status.description}${time}${inputCount > 1 ? `, ${inputCount} inputs` : ''}`;
}

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);
