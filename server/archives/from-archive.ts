import type { Quiz } from '../quizzes/quizzes.reads.ts';
import { contentsOf } from './content/archive-changes.ts';
import { listChain } from './chain.ts';
import type { Made, ToWrite } from './made.ts';
import { writeReadme } from './content/readme.ts';
import { listWithoutErased } from './content/without-erased.ts';
import { writeArchive } from './content/write-archive.ts';

/** Writes an archive that follows from the one before, whose verified file is `fetched`, without erased people. */
export async function writeFromArchive(
  quiz: Quiz,
  { number, earlier, erased, path }: ToWrite,
  fetched: string,
): Promise<Made> {
  const before = earlier.at(-1);
  if (!before?.asOf) throw new Error('There is no archive before.');
  const { asOf, total } = before;
  const changed = erased
    .filter(({ reference }) => /^\d/.test(reference))
    .map(({ reference }) => ({ number: reference, reasons: ['erased' as const] }));
  const decided = { reason: 'erased' as const, changed, asOf, attempts: total ?? 0 };
  const written = await writeArchive(path, listWithoutErased(fetched, erased), () =>
    writeReadme({ number, quiz, earlier: listChain(earlier), ...decided }),
  );
  return { ...decided, quiz, written, added: [], contents: contentsOf(written.entries) };
}
