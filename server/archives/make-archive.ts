import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { lastEndMs, listExtensions, timesOf } from '../attempts/attempts.reads.ts';
import type { StoredFiles } from '../files/files.reads.ts';
import { recordActOf } from '../platform/audit/audit.ts';
import type { Clock } from '../platform/clock.ts';
import { publishTask } from '../platform/events/tasks.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { type Quiz, findQuiz, quizSubject } from '../quizzes/quizzes.reads.ts';
import { contentsOf, findChanged, reasonOf } from './archive-changes.ts';
import { findWait } from './archive-wait.ts';
import * as queries from './archives.queries.ts';
import { type EarlierArchive, writeReadme } from './readme.ts';
import { listEntries, readReferences } from './read-test.ts';
import type { References } from './references.ts';
import { beginSnapshot, getStateOfAttempts, listChangesSince } from './snapshot.queries.ts';
import { type Hashed, type Written, hashEntries, writeArchive } from './write-archive.ts';

/** Between two reports of progress. */
const REPORT_EVERY = 20;
/** The actor of audit lines that no person causes. */
const THE_SERVER = { by: 'server', address: null, browser: null };

/** The file store, as far as archives need it. */
export interface ArchiveFiles {
  readonly stored: StoredFiles;
  /** The folder of files that are not in the store yet. */
  readonly incoming: string;
  storeMade(
    target: { bucketId: 'archives'; ownerId: string; fileId: string },
    made: {
      name: string;
      path: string;
      sizeBytes: number;
      sha256: Buffer;
      firstBytes: Buffer;
    },
  ): Promise<void>;
}

export interface MakingServices {
  pool: Pool;
  clock: Clock;
  files: ArchiveFiles;
  /** How long after the deadline requests still count. */
  graceSeconds: number;
}

export interface ArchiveToMake {
  quizId: string;
  number: number;
}

interface Made extends Pick<queries.Sealed, 'reason' | 'asOf' | 'changed' | 'attempts'> {
  quiz: Quiz;
  written: Written;
  references: References;
  contents: Map<string, string>;
}

/** What a job did. */
type Outcome = 'sealed' | 'nothing to do' | 'not yet' | 'unchanged' | 'taken over';

/**
 * Makes an archive that was asked for: reads the test in one snapshot, writes one ZIP file, stores it, and seals the
 * row last. Another job may take over at any time, after a crash or a long pause; then only the other one seals.
 */
export class ArchiveMaker {
  readonly #services: MakingServices;

  constructor(services: MakingServices) {
    this.#services = services;
  }

  async make(wanted: ArchiveToMake): Promise<Outcome> {
    const { pool, files } = this.#services;
    const token = randomUUID();
    if (!(await queries.updateBegun(pool, wanted, token))) return 'nothing to do';
    publishTask(pool, { kind: 'archive', id: wanted.quizId });
    await mkdir(files.incoming, { recursive: true, mode: 0o700 });
    const path = join(files.incoming, `archive-${token}.zip`);
    try {
      const made = await this.#write(wanted, { token, path });
      if (typeof made === 'string') {
        await queries.deleteUnmade(pool, token);
        return made;
      }
      return (await this.#store(wanted, { token, path, made })) ? 'sealed' : 'taken over';
    } catch (error) {
      if (error instanceof TakenOver) return 'taken over';
      throw error;
    } finally {
      await rm(path, { force: true });
      publishTask(pool, { kind: 'archive', id: wanted.quizId });
    }
  }

  #write(
    { quizId, number }: ArchiveToMake,
    job: { token: string; path: string },
  ): Promise<Made | 'not yet' | 'unchanged'> {
    const { pool, clock, graceSeconds } = this.#services;
    const work = async (db: Database): Promise<Made | 'not yet' | 'unchanged'> => {
      await beginSnapshot(db);
      const quiz = await findQuiz(db, quizId);
      if (!quiz) return 'not yet';
      const attempts = await getStateOfAttempts(db, quizId);
      const extensions = await listExtensions(db, [quizId]);
      const endMs = lastEndMs(timesOf(quiz), extensions);
      const graceMs = graceSeconds * 1000;
      const known = { lastEndMs: endMs, graceMs, attempts, nowMs: clock.nowMs() };
      if (findWait(known) !== null) return 'not yet';
      const all = await queries.listArchivesOf(db, quizId);
      const earlier = all.filter((one) => one.number < number).toReversed();
      const references = await readReferences(db, quizId);
      const asOf = attempts.changedAt ?? new Date(endMs);
      const test = { db, quiz, references };
      return this.#writeTest(test, { earlier, asOf, attempts: attempts.attempts, number }, job);
    };
    return inTransaction(pool, work, { once: true });
  }

  async #writeTest(
    test: { db: Database; quiz: Quiz; references: References },
    known: { earlier: queries.ArchiveRow[]; asOf: Date; attempts: number; number: number },
    { token, path }: { token: string; path: string },
  ): Promise<Made | 'unchanged'> {
    const { db, quiz, references } = test;
    const { earlier, asOf, attempts, number } = known;
    const before = earlier.at(-1);
    if (before) {
      const { contentSha256 } = await hashEntries(listEntries({ ...test, whenWritten: nothing }));
      if (contentSha256 === before.contentSha256) {
        await queries.updateAsOf(this.#services.pool, { ...before, asOf });
        return 'unchanged';
      }
    }
    const since = before?.asOf ? await listChangesSince(db, quiz.uniqueId, before.asOf) : null;
    const contentsBefore = new Map(
      (await queries.listReferences(db, quiz.uniqueId)).map((one) => [
        one.reference,
        one.contentSha256,
      ]),
    );
    const compareWith = ({ entries }: Hashed) => {
      const contents = contentsOf(entries, () => false);
      if (!since) return { reason: 'sealed' as const, changed: [], contents };
      const steps = since.steps.flatMap(({ personId, step }) => {
        const reference = references.of(personId);
        return reference === null ? [] : [{ number: reference, step }];
      });
      const changed = findChanged({ before: contentsBefore, now: contents, steps });
      return { reason: reasonOf(changed, since), changed, contents };
    };
    const whenWritten = this.#reporter(token, quiz.uniqueId, attempts);
    const written = await writeArchive(path, listEntries({ ...test, whenWritten }), (hashed) => {
      const { reason, changed } = compareWith(hashed);
      const chain = earlier.flatMap(asEarlier);
      return writeReadme({ number, reason, quiz, attempts, asOf, changed, earlier: chain });
    });
    return { ...compareWith(written), quiz, written, references, asOf, attempts };
  }

  /** Reports the progress outside of the snapshot, and ends this job if another one has taken over. */
  #reporter(token: string, quizId: string, total: number): () => Promise<void> {
    const { pool } = this.#services;
    let done = 0;
    return async () => {
      done += 1;
      if (done % REPORT_EVERY !== 1 && done !== total) return;
      if (!(await queries.updateProgress(pool, token, { done, total }))) throw new TakenOver();
      publishTask(pool, { kind: 'archive', id: quizId });
    };
  }

  /** The row is sealed when the store has the bytes. */
  async #store(
    { quizId, number }: ArchiveToMake,
    { token, path, made }: { token: string; path: string; made: Made },
  ): Promise<boolean> {
    const { pool, files } = this.#services;
    const { written, quiz } = made;
    const { sizeBytes, zipSha256: sha256, firstBytes } = written;
    const fileId = token.replaceAll('-', '');
    const address = { bucketId: 'archives' as const, fileId };
    const name = `test-archive-${number}.zip`;
    const owner = { ...address, ownerId: quiz.createdBy };
    await files.storeMade(owner, { name, path, sizeBytes, sha256, firstBytes });
    let isSealed = false;
    try {
      isSealed = await inTransaction(pool, async (db) => {
        const { references, contents, ...sealed } = sealedOf(made, fileId);
        if (!(await queries.updateSealed(db, token, sealed))) return false;
        await queries.upsertReferences(db, quizId, { added: references.added, contents });
        const { reason, manifestSha256 } = sealed;
        const details = { number, reason, manifestSha256 };
        const subject = quizSubject(quiz);
        await recordActOf(db, THE_SERVER, { action: 'seal-archive', subject, details });
        return true;
      });
    } finally {
      if (!isSealed) await files.stored.deleteFile(pool, address);
    }
    return isSealed;
  }
}

class TakenOver extends Error {
  override name = 'TakenOver';
}

const nothing = () => Promise.resolve();

function sealedOf({ written, quiz: _quiz, ...made }: Made, fileId: string) {
  const { contentSha256, manifestSha256, sizeBytes } = written;
  const zipSha256 = written.zipSha256.toString('hex');
  return { ...made, contentSha256, manifestSha256, zipSha256, sizeBytes, fileId };
}

function asEarlier(archive: queries.ArchiveRow): EarlierArchive[] {
  const { number, reason, manifestSha256, zipSha256, contentSha256 } = archive;
  const isSealed =
    reason !== null && manifestSha256 !== null && zipSha256 !== null && contentSha256 !== null;
  return isSealed ? [{ number, reason, manifestSha256, zipSha256, contentSha256 }] : [];
}
