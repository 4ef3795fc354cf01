import type { Archive, ArchiveReason } from '@vlabs/contract/archives/archives';
import type { TaskProgress } from '@vlabs/contract/http/tasks';

const REASONS: Record<ArchiveReason, string> = {
  sealed: 'the test was over and judged',
  corrected: 'an answer key was corrected',
  reopened: 'an attempt was reopened',
  judged_again: 'programs were judged again',
  marked: 'points were given by hand',
  erased: 'the personal data of a person was erased',
};

/** To follow "because". */
export const describeReason = (reason: ArchiveReason | null): string => REASONS[reason ?? 'sealed'];

export const describeAttempts = (count: number): string =>
  count === 1 ? 'One attempt' : `${count} attempts`;

/** More are only counted. */
const NAMED = 20;

/** Which attempts differ from the archive before, and why: a sentence for each reason. */
export function describeChanged({ number, changed }: Pick<Archive, 'number' | 'changed'>): string {
  if (changed.length === 0) return `No attempt differs from archive ${number - 1}.`;
  const groups = Map.groupBy(changed, ({ reasons }) => reasons.map(describeReason).join(', '));
  const sentences = [...groups].map(
    ([reason, attempts]) => `Because ${reason}: ${listNumbers(attempts)}.`,
  );
  return `Attempts that differ from archive ${number - 1}. ${sentences.join(' ')}`;
}

function listNumbers(attempts: readonly { number: string }[]): string {
  const named = attempts.slice(0, NAMED).map(({ number }) => number);
  const more = attempts.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** How far an archive is that is being made. */
export function describeMaking(
  { number, done, total }: Pick<Archive, 'number' | 'done' | 'total'>,
  progress: TaskProgress | null,
): string {
  const all = progress?.total ?? total;
  if (all === null) return `Archive ${number} is about to be made.`;
  return `Archive ${number} is being made: ${Math.max(progress?.done ?? 0, done)} of ${all} attempts.`;
}
