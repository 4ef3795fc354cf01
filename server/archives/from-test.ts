import { lastEndMs, listExtensions, timesOf } from '../attempts/attempts.reads.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Quiz, findQuiz } from '../quizzes/quizzes.reads.ts';
import { contentsOf, findChanged, reasonOf } from './content/archive-changes.ts';
import { findWait } from './archive-wait.ts';
import { type ArchiveRow, listReferences } from './archives.queries.ts';
import { keepAwake } from '../platform/postgres/keep-awake.ts';
import type { Made, ToWrite } from './made.ts';
import { listEntries } from './content/read-test.ts';
import { writeReadme } from './content/readme.ts';
import { listChain } from './chain.ts';
import { References } from './content/references.ts';
import * as reads from './content/snapshot.queries.ts';
import { type Hashed, hashEntries, writeArchive } from './content/write-archive.ts';

/** A change that was committed later may have an earlier time, by this much at most. */
const LONGEST_CHANGE_MS = 5 * 60_000;

interface Snapshot {
  db: Database;
  quiz: Quiz;
  references: References;
  /** The last change that the snapshot has. */
  changedAt: Date;
  /** Everything that changed until then is in the snapshot. */
  asOf: Date;
  attempts: number;
}

/**
 * Writes an archive from one snapshot of the database, in this transaction. Returns `not yet` while the test waits for
 * something, and the moment of the snapshot if it has nothing else than the archive before.
 */
export async function writeFromTest(
  db: Database,
  wanted: ToWrite,
  { graceMs, nowMs }: { graceMs: number; nowMs: number },
): Promise<Made | 'not yet' | { unchangedUntil: Date }> {
  await reads.beginSnapshot(db);
  const quiz = await findQuiz(db, wanted.quizId);
  if (!quiz) return 'not yet';
  const attempts = await reads.getStateOfAttempts(db, wanted.quizId);
  const extensions = await listExtensions(db, [wanted.quizId]);
  const endMs = lastEndMs(timesOf(quiz), extensions);
  if (findWait({ lastEndMs: endMs, graceMs, attempts, nowMs }) !== null) return 'not yet';
  const changedAt = attempts.changedAt ?? new Date(endMs);
  const snapshot: Snapshot = {
    db,
    quiz,
    references: await readReferences(db, wanted.quizId),
    changedAt,
    asOf: new Date(Math.min(changedAt.getTime(), nowMs - LONGEST_CHANGE_MS)),
    attempts: attempts.attempts,
  };
  const before = wanted.earlier.at(-1);
  if (before && wanted.erased.length === 0) {
    const { contentSha256 } = await hashEntries(
      listEntries({ ...snapshot, print: wanted.print, whenWritten: () => Promise.resolve() }),
    );
    if (contentSha256 === before.contentSha256) return { unchangedUntil: snapshot.asOf };
  }
  return write(snapshot, wanted);
}

/** How the archives of a test refer to people, with those who are new. */
async function readReferences(db: Database, quizId: string): Promise<References> {
  const references = new References(await listReferences(db, quizId));
  references.add(await reads.listStudents(db, quizId), await reads.listOthers(db, quizId));
  return references;
}

async function write(snapshot: Snapshot, wanted: ToWrite): Promise<Made> {
  const { quiz, references, changedAt, asOf, attempts } = snapshot;
  const { number, earlier, path, report, erased } = wanted;
  const compareWithLast = await comparing(snapshot, earlier.at(-1));
  const decide = (hashed: Hashed) => {
    const compared = compareWithLast(hashed);
    return erased.length > 0 ? { ...compared, reason: 'erased' as const } : compared;
  };
  const whenWritten = () => report(attempts);
  const print: ToWrite['print'] = (describe) => keepAwake(snapshot.db, wanted.print(describe));
  const entries = listEntries({ ...snapshot, print, whenWritten });
  const written = await writeArchive(path, entries, (hashed) =>
    writeReadme({
      number,
      quiz,
      attempts,
      asOf: changedAt,
      earlier: listChain(earlier),
      ...decide(hashed),
    }),
  );
  const { added } = references;
  return { ...decide(written), quiz, written, added, asOf, attempts };
}

/** How to find the reason of an archive, and the attempts that differ from the one before. */
async function comparing({ db, quiz, references }: Snapshot, before: ArchiveRow | undefined) {
  const since = before?.asOf ? await reads.listChangesSince(db, quiz.uniqueId, before.asOf) : null;
  const known = await listReferences(db, quiz.uniqueId);
  const contentsBefore = new Map(known.map((one) => [one.reference, one.contentSha256]));
  const steps = (since?.steps ?? []).flatMap(({ personId, step }) => {
    const reference = references.of(personId);
    return reference === null ? [] : [{ number: reference, step }];
  });
  return ({ entries }: Hashed): Pick<Made, 'reason' | 'changed' | 'contents'> => {
    const contents = contentsOf(entries);
    if (!since) return { reason: 'sealed', changed: [], contents };
    const changed = findChanged({ before: contentsBefore, now: contents, steps });
    return { reason: reasonOf(changed, since), changed, contents };
  };
}
