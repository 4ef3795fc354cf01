import type { ArchiveReason, ChangedAttempt } from '@vlabs/contract/archives/archives';
import { compare } from './canonical-json.ts';
import { isView } from './entries.ts';
import { type Hashes, hashOf } from './write-archive.ts';

/** The most telling reason comes first. */
const BY_WEIGHT: readonly ArchiveReason[] = ['corrected', 'reopened', 'marked', 'judged_again'];

const REASON_OF_STEP: Partial<Record<string, ArchiveReason>> = {
  'key-correction': 'corrected',
  reopen: 'reopened',
  'hand-mark': 'marked',
};

const ATTEMPT = /^attempts\/([^/]+)\//;

/** The hash of the files of each attempt, by its number; views do not count. */
export function contentsOf(entries: Hashes): Map<string, string> {
  const lines = new Map<string, string[]>();
  for (const [name, sha256] of entries) {
    const number = ATTEMPT.exec(name)?.[1];
    if (number === undefined || isView(name)) continue;
    lines.set(number, [...(lines.get(number) ?? []), `${sha256} ${name}`]);
  }
  return new Map(
    [...lines].map(([number, own]) => [number, hashOf(own.toSorted(compare).join('\n'))]),
  );
}

interface Compared {
  before: ReadonlyMap<string, string | null>;
  now: ReadonlyMap<string, string>;
  /** What happened to attempts since the archive before, by number. */
  steps: readonly { number: string; step: string }[];
}

/** The attempts that differ from the archive before, and why, by number. */
export function findChanged({ before, now, steps }: Compared): ChangedAttempt[] {
  const reasonsOf = Map.groupBy(steps, ({ number }) => number);
  return [...now]
    .filter(([number, sha256]) => before.get(number) !== sha256)
    .toSorted(([one], [other]) => compare(one, other))
    .map(([number]) => {
      const own = (reasonsOf.get(number) ?? []).flatMap(({ step }) => REASON_OF_STEP[step] ?? []);
      return { number, reasons: own.length === 0 ? ['judged_again'] : inOrder(own) };
    });
}

/** The reason of an archive that replaces another, from those of its attempts. */
export const reasonOf = (
  changed: readonly ChangedAttempt[],
  { isCorrected }: { isCorrected: boolean },
): ArchiveReason =>
  isCorrected
    ? 'corrected'
    : (inOrder(changed.flatMap(({ reasons }) => reasons))[0] ?? 'judged_again');

const inOrder = (reasons: readonly ArchiveReason[]): ArchiveReason[] =>
  BY_WEIGHT.filter((reason) => reasons.includes(reason));
