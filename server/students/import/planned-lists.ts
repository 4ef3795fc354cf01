import type { ListPreview } from '@vlabs/contract/students/student-lists';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import { type StoredFiles, requireFile } from '../../files/files.reads.ts';
import { PublicError, RefusalWithData, notFound } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/http/multipart.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { queueFileRead } from '../../platform/jobs/file-read-queue.ts';
import { type Jobs, addJob } from '../../platform/jobs/jobs.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import * as queries from './imports.queries.ts';
import type { HowToImport, ImportRecord } from './imports.queries.ts';
import { previewList } from './list-plans.ts';
import { type ParsedList, collectParts, partsOf } from './lists/list-messages.ts';
import { MAX_LIST_BYTES } from './lists/list-text.ts';
import { readMatchedList } from './read-list.ts';
import { type UnmatchedList, missingColumns } from './lists/student-list.ts';

const BUCKET = 'student-lists';
/** Deletes a list that was only previewed. */
const FORGET_JOB = 'forget-planned-import';
const FORGOTTEN_AFTER_MS = 86_400_000;
const Named = z.object({ importId: z.string() });
/** Of one admin, who may have several pages open. */
const MAX_PLANNED = 5;
/** Parts of a planned list that are read at a time. */
const PARTS_AT_A_TIME = 10;

/** Decisions that change the preview. */
export type HowToRead = Pick<HowToImport, 'columnMatch' | 'alsoDoubtful' | 'termId'>;

/** A preview, or the columns that it needs first. */
type Shown = Omit<ListPreview, 'importId'> | UnmatchedList;

/** The file service, as far as lists need it. */
export interface ListFiles {
  readonly stored: StoredFiles;
  storeFile(
    target: { bucketId: typeof BUCKET; ownerId: string; fileId: string },
    received: ReceivedFile,
  ): Promise<void>;
}

/**
 * Lists that an admin looks at before importing them. A list is stored once and parsed once; the parsed list is kept
 * until it is applied, is a day old, or its admin has uploaded five others.
 */
export class PlannedLists {
  readonly #parts: { pool: Pool; files: ListFiles };

  /** Created before the jobs are started. */
  constructor(parts: { pool: Pool; jobs: Jobs; files: ListFiles }) {
    this.#parts = parts;
    parts.jobs.handle(FORGET_JOB, (payload) => this.#forget(Named.parse(payload)));
  }

  /** Stores and parses a list and says what importing it would change. */
  async plan(caller: Caller, file: ReceivedFile, how: HowToRead): Promise<ListPreview> {
    const { pool, files } = this.#parts;
    const list = await queueFileRead(caller.id, async () =>
      readMatchedList(pool, await readFile(file.path), how.columnMatch),
    );
    const planned = {
      importId: randomUUID(),
      personId: caller.id,
      fileId: randomUUID(),
      fileName: file.name,
      state: 'planned' as const,
      how: { ...how, endsMissing: false, endsMany: false },
    };
    requireFile(file, null);
    await this.#insert(planned);
    const { importId, fileId } = planned;
    const parts = [
      this.#preview(planned, list),
      inTransaction(pool, (db) => keepList(db, importId, list)),
      files.storeFile({ bucketId: BUCKET, ownerId: caller.id, fileId }, file),
    ] as const;
    // All have ended before anything is deleted, so that nothing arrives afterwards.
    await Promise.allSettled(parts);
    try {
      // Newer lists of the caller may have replaced this one in the meantime.
      if (!(await queries.findPlanned(pool, importId, caller.id))) throw noPlan();
      const [shown] = await Promise.all(parts);
      return await this.#show(planned, shown);
    } catch (error) {
      if (!(error instanceof RefusalWithData)) await this.#discard(planned);
      throw error;
    }
  }

  async #discard({ importId, fileId }: { importId: string; fileId: string }): Promise<void> {
    await this.#forget({ importId });
    await this.#parts.files.stored.deleteFile(this.#parts.pool, { bucketId: BUCKET, fileId });
  }

  async #insert(planned: queries.NewImport): Promise<void> {
    const { importId, personId } = planned;
    await this.#forget({ personId, newest: MAX_PLANNED - 1 });
    await inTransaction(this.#parts.pool, async (db) => {
      await queries.insertImport(db, planned);
      const key = `${FORGET_JOB} ${importId}`;
      const delayMs = FORGOTTEN_AFTER_MS;
      await addJob(db, { name: FORGET_JOB, payload: { importId }, key, delayMs });
    });
  }

  /** Plans a list again with other decisions. It is parsed again only with other columns. */
  async planAgain(caller: Caller, importId: string, how: HowToRead): Promise<ListPreview> {
    const { pool } = this.#parts;
    const planned = await queries.findPlanned(pool, importId, caller.id);
    if (!planned) throw noPlan();
    const changed = { ...planned, how: { ...planned.how, ...how } };
    const kept = how.columnMatch === null ? await this.#readKept(importId) : null;
    if (kept) return this.#show(changed, await this.#preview(changed, kept));
    const list = await queueFileRead(caller.id, async () =>
      readMatchedList(pool, await this.#readFile(planned.fileId), how.columnMatch),
    );
    await inTransaction(pool, async (db) => {
      if (!(await queries.findPlanned(db, importId, caller.id))) throw noPlan();
      await keepList(db, importId, list);
    });
    return this.#show(changed, await this.#preview(changed, list));
  }

  /** The list of an import, parsed now if it was not planned. */
  async getList({ importId, fileId, how }: ImportRecord): Promise<ParsedList> {
    const kept = await this.#readKept(importId);
    if (kept) return kept;
    // Has its own queue entry: an admin's waiting uploads must not block it.
    const list = await queueFileRead(`import ${importId}`, async () =>
      readMatchedList(this.#parts.pool, await this.#readFile(fileId), how.columnMatch),
    );
    if (list.kind === 'unmatched') throw missingColumns(list.missing);
    return list;
  }

  async #preview({ how }: { how: HowToImport }, list: ParsedList | UnmatchedList): Promise<Shown> {
    return list.kind === 'unmatched' ? list : previewList(this.#parts.pool, { list, how });
  }

  /** The decisions and the term that the preview shows are those of the import. */
  async #show(
    { importId, how }: { importId: string; how: HowToImport },
    preview: Shown,
  ): Promise<ListPreview> {
    if ('kind' in preview) {
      const { code, message, status } = missingColumns(preview.missing);
      throw new RefusalWithData(code, message, { ...preview.choice, importId }, status);
    }
    const termId = preview.term?.termId ?? null;
    await queries.updatePlanned(this.#parts.pool, importId, { ...how, columnMatch: null, termId });
    return { importId, ...preview };
  }

  /** The list as it was parsed; null if it was not. */
  async #readKept(importId: string): Promise<ParsedList | null> {
    const collected = collectParts();
    const max = PARTS_AT_A_TIME;
    for (let from = 0; ; from += max) {
      const some = await queries.listParts(this.#parts.pool, importId, { from, max });
      for (const { part } of some) {
        const list = collected.add(part);
        if (list) return list;
      }
      if (some.length < max) return null;
    }
  }

  /** Deletes lists that were not applied, with their files. */
  #forget(of: Parameters<typeof queries.deletePlanned>[1]): Promise<void> {
    return inTransaction(this.#parts.pool, async (db) => {
      for (const fileId of await queries.deletePlanned(db, of)) {
        await this.#parts.files.stored.deleteFile(db, { bucketId: BUCKET, fileId });
      }
    });
  }

  async #readFile(fileId: string): Promise<Buffer> {
    const files = this.#parts.files.stored;
    const file = await files.findFile({ bucketId: BUCKET, fileId });
    if (!file) throw notOurFile();
    if (file.sizeBytes > MAX_LIST_BYTES) throw tooLargeList();
    return files.readFile(file);
  }
}

/** Replaces the parsed list of a planned import. */
async function keepList(
  db: Database,
  importId: string,
  list: ParsedList | UnmatchedList,
): Promise<void> {
  await queries.deleteParts(db, importId);
  if (list.kind === 'unmatched') return;
  let number = 0;
  for (const part of partsOf(list)) {
    await queries.insertPart(db, importId, { number, part });
    number += 1;
  }
}

export function noPlan(): PublicError {
  return notFound('The previewed list');
}

export function notOurFile(): PublicError {
  const message = 'This isn’t a link to an uploaded student list. Upload the file first.';
  return new PublicError(400, 'not_our_file', message, { 'student-file': message });
}

export function tooLargeList(): PublicError {
  const message = `A student list has at most ${MAX_LIST_BYTES / 1024 / 1024} MB. Split it into several files.`;
  return new PublicError(413, 'too_large', message);
}
