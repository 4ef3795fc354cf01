import type { Replayed } from '@vlabs/contract/runs/trace/replay';

/**
 * Whether another line of input is offered: at the step that asks for more than there is, and at the end of a program
 * that failed. Whoever reads the last line asks for more if it is not ended, so a program that went well after that
 * needs none.
 */
export function needsInput({ snapshots, end }: Replayed, at: number, input: string): boolean {
  const asking = snapshots.findLastIndex(({ asksForMore }) => asksForMore);
  if (asking === -1) return false;
  const hasFailed = end.end !== 'exit' || (end.code ?? 0) !== 0;
  if (hasFailed) return at === asking || at === snapshots.length - 1;
  return at === asking && (input === '' || input.endsWith('\n'));
}
