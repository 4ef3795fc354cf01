import type { ComparisonOrder } from './comparison-messages.ts';
import type { ProgramsToCompare } from './programs-to-compare.ts';
import type { NotCompared, ProgramRead } from './read-programs.ts';

/** Per language; the rest are listed as not compared. */
const MAX_PROGRAMS = 3000;
/** Characters of all programs together. */
const MAX_TEXT_IN_ALL = 150_000_000;

/** Up to the limits of size and number. */
export async function collectPrograms(all: ReturnType<ProgramsToCompare['readAll']>) {
  const programs: ProgramRead[] = [];
  const notCompared: NotCompared[] = [];
  let remaining = MAX_TEXT_IN_ALL;
  for await (const read of all) {
    if (!Array.isArray(read)) {
      notCompared.push(read);
    } else if (remaining < 0 || programs.length >= MAX_PROGRAMS) {
      notCompared.push(...read.slice(0, 1).map(asOneOfTooMany));
    } else {
      programs.push(...read);
      remaining -= lengthOf(read);
    }
  }
  return { programs, notCompared };
}

const asOneOfTooMany = ({ id, version }: ProgramRead): NotCompared => ({
  id,
  version,
  reason: 'too_many',
  leftFiles: [],
});

export function groupByLanguage(programs: readonly ProgramRead[]): ComparisonOrder['groups'] {
  const groups = Map.groupBy(programs, ({ language }) => language);
  return [...groups].map(([languageId, ofLanguage]) => ({ languageId, programs: ofLanguage }));
}

const lengthOf = (programs: readonly ProgramRead[]) =>
  programs.flatMap(({ files }) => files).reduce((sum, { text }) => sum + text.length, 0);

/** As the database reads it. */
export const rowOfNotCompared = ({ id, version, reason, leftFiles }: NotCompared) => ({
  id,
  version,
  language: null,
  reason,
  leftFiles,
  leftOut: 0,
  isCut: false,
  nearest: null,
  highest: null,
});
