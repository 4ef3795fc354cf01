import type { TotalRules } from '@vlabs/contract/marks/arrangement';
import { type Cell, roundMark } from '@vlabs/contract/marks/lines';

type State = Exclude<Cell, number>;

const shortWords: Record<Exclude<State, 'absent'>, string> = {
  to_mark: 'To mark',
  not_yet: '–',
  not_asked: 'n/a',
  hidden: 'Not released',
};
const ownWords: Record<State, string> = {
  absent: 'Absent, counts 0',
  to_mark: 'Not marked yet',
  not_yet: 'Not over yet',
  not_asked: 'Not for you',
  hidden: 'Not released',
};

/** A cell as short as a table needs it. */
export function shortWord(cell: Cell, decimals: number, absent: string): string {
  if (typeof cell === 'number') return String(roundMark(cell, decimals));
  return cell === 'absent' ? absent : shortWords[cell];
}

/** The same for a student. */
export const ownWord = (cell: Cell, maxMarks: number, { decimals }: TotalRules): string =>
  typeof cell === 'number' ? `${roundMark(cell, decimals)} of ${maxMarks}` : ownWords[cell];
