import type { Replayed } from '@vlabs/contract/runs/trace/replay';

/**
 * Whether another line of input is offered: at the step that asks for more than there is, and at the end of a program
 * that failed. A program that reads its whole input also asks for more, so one that ended well needs none.
 */
export function needsInput({ snapshots, end }: Replayed, at: number, input: string): boolean {
  const asking = snapshots.findLastIndex(({ asksForMore }) => asksForMore);
  if (asking === -1) return false;
  const hasFailed = end.end !== 'exit' || (end.code ?? 0) !== 0;
  if (hasFailed) return at === asking || at === snapshots.length - 1;
  return at === asking && (input === '' || input.endsWith('\n'));
}
