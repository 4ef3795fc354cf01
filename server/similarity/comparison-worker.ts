import { parentPort, workerData } from 'node:worker_threads';
import { type Comparison, comparePrograms } from './compare-programs.ts';
import { type ComparisonMessage, ComparisonOrder } from './programs/comparison-messages.ts';

/** Runs in a separate process: comparing hundreds of programs cannot block or crash the server. */
const { groups, leftOut } = ComparisonOrder.parse(workerData);
const count = groups.reduce((sum, { programs }) => sum + programs.length, 0);

let done = 0;
const programs: object[] = [];
const pairs: object[] = [];
for (const { languageId, programs: given } of groups) {
  const reported = { at: 0 };
  const compared = comparePrograms(
    {
      languageId,
      leftOut,
      programs: given.map(({ id, files }) => ({ id, files })),
    },
    (part) => {
      const progress = (done + part * given.length) / count;
      if (progress - reported.at < 0.01) return;
      reported.at = progress;
      say({ kind: 'progress', part: progress });
    },
  );
  programs.push(...rowsOf(compared, languageId, given));
  for (const pair of compared.pairs) pairs.push({ ...pair, language: languageId });
  done += given.length;
}
say({ kind: 'found', programs: JSON.stringify(programs), pairs: JSON.stringify(pairs) });

function rowsOf(
  { programs: compared, pairs: found }: Comparison,
  language: number,
  given: ComparisonOrder['groups'][number]['programs'],
): object[] {
  const nearest = new Map<string, { nearest: string; highest: number }>();
  for (const { one, other, similarity } of found.toReversed()) {
    nearest.set(one, { nearest: other, highest: similarity });
    nearest.set(other, { nearest: one, highest: similarity });
  }
  return compared.map(({ id, leftOut: part, isCut, isTooShort }, at) => ({
    id,
    version: given[at]?.version ?? null,
    language,
    reason: isTooShort ? 'too_short' : '',
    leftFiles: given[at]?.leftFiles ?? [],
    leftOut: part,
    isCut: isCut || (given[at]?.isCut ?? false),
    nearest: null,
    highest: null,
    ...nearest.get(id),
  }));
}

function say(message: ComparisonMessage): void {
  parentPort?.postMessage(message, []);
}
