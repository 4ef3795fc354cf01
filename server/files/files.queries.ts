import type { BucketId } from '@vlabs/contract/files/files';
import { z } from 'zod';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';
import { PAGE_OF_ROWS } from '../platform/lists/pages-of-rows.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { type FileAddress, storedBuckets } from './file-links.ts';

/** Students can delete only what was not handed in, and can upload it again. */
export const ONE_DAY_HOURS = 24;
const AT_ONCE = 500;

interface ArrivingBytes {
  storageKey: string;
  bucketId: FileAddress['bucketId'];
  ownerId: string;
  sizeBytes: number;
}

/** Bytes about to be stored: removed if the server ends before their file exists. */
export async function insertArriving(db: Database, bytes: ArrivingBytes): Promise<void> {
  await run(
    db,
    sql`
      insert into file_tombstones (storage_key, bucket_id, owner_id, size_bytes, why)
      values (
        ${bytes.storageKey}, ${bytes.bucketId}, ${bytes.ownerId}, ${bytes.sizeBytes}, 'arriving'
      )
    `,
  );
}

/** The store's id of an upload in chunks of arriving bytes, so that what a crash leaves of it is removed. */
export function updateArriving(db: Database, storageKey: string, storeUpload: string) {
  return run(
    db,
    sql`update file_tombstones set store_upload = ${storeUpload} where storage_key = ${storageKey}`,
  );
}

/** False if the tombstone no longer has this reason: the bytes may be gone or will be. */
export async function deleteTombstone(
  db: Database,
  storageKey: string,
  why: 'arriving' | 'joined' | 'deleted',
): Promise<boolean> {
  const lifted = await run(
    db,
    sql`delete from file_tombstones where storage_key = ${storageKey} and why = ${why}`,
  );
  return lifted > 0;
}

/** Marks a file that was not created as deleted, so that its stored bytes are removed. */
export async function updateGivenUp(
  db: Database,
  storageKey: string,
  sizeBytes: number,
): Promise<void> {
  await run(
    db,
    sql`
      update file_tombstones
      set why = 'deleted', size_bytes = ${sizeBytes}
      where storage_key = ${storageKey} and why = 'arriving'
    `,
  );
}

/** For a chunked file that is now complete, in the transaction that completes it. */
export async function insertJoined(db: Database, storageKey: string): Promise<void> {
  await run(
    db,
    sql`
      insert into file_tombstones (
        storage_key, bucket_id, owner_id, size_bytes, store_upload, why
      )
      select storage_key, bucket_id, owner_id, 0, store_upload, 'joined'
      from files
      where storage_key = ${storageKey}
      on conflict do nothing
    `,
  );
}

const Dead = z.object({
  key: z.uuid(),
  /** The store's upload id. */
  name: z.string().nullable(),
  why: z.enum(['arriving', 'joined', 'deleted']),
});
export type Dead = z.infer<typeof Dead>;

/**
 * Bytes that may be removed by now, oldest first: deleted by students or unfinished after a day, others after the
 * retention period. Bytes of existing files are never included.
 */
export function listDead(db: Database, days: number) {
  return all(
    db,
    Dead,
    sql`
      select storage_key as key, store_upload as name, why
      from file_tombstones tombstone
      where since < now() - case
          when bucket_id in ('submissions', 'archives') or why <> 'deleted' then make_interval(hours => ${ONE_DAY_HOURS})
          else make_interval(days => ${days})
        end
        and (why = 'joined' or not exists (
          select from files where files.storage_key = tombstone.storage_key
        ))
      order by since, storage_key
      limit ${AT_ONCE}
    `,
  );
}

const Usage = z.object({
  bytes: z.coerce.number(),
  files: z.coerce.number(),
  deletedBytes: z.coerce.number(),
});

/** A person's usage in one bucket: present, arriving, and deleted but still kept. */
export async function getUsage(
  db: Database,
  { bucketId, ownerId }: Pick<ArrivingBytes, 'bucketId' | 'ownerId'>,
) {
  const usage = await first(
    db,
    Usage,
    sql`
      with live as (
        select size_bytes from files where bucket_id = ${bucketId} and owner_id = ${ownerId}
        union all
        select size_bytes from file_tombstones
        where bucket_id = ${bucketId} and owner_id = ${ownerId} and why = 'arriving'
      ), dead as (
        select size_bytes from file_tombstones
        where bucket_id = ${bucketId} and owner_id = ${ownerId} and why = 'deleted'
      )
      select (select coalesce(sum(size_bytes), 0) from live) as bytes,
        (select count(*) from live) + (select count(*) from dead) as files,
        (select coalesce(sum(size_bytes), 0) from dead) as deleted_bytes
    `,
  );
  if (!usage) throw new Error('The room of a person was not counted.');
  return usage;
}

/** Locks a person's usage until the transaction ends, on all servers. */
export async function lockUsage(db: Database, ownerId: string): Promise<void> {
  await run(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended('files of ' || ${ownerId}::text, 0))`,
  );
}

const FileRow = z.object({
  bucketId: z.enum(storedBuckets),
  fileId: z.string(),
  storageKey: z.uuid(),
  ownerId: z.string(),
  name: z.string(),
  mimeType: z.string(),
  sizeBytes: z.coerce.number(),
  chunksTotal: z.int(),
  storeUpload: z.string().nullable(),
  sha256: z.instanceof(Buffer).nullable(),
  permissions: z.array(z.string()),
  createdAt: z.date(),
  updatedAt: z.date(),
  finishedAt: z.date().nullable(),
});
export type FileRow = z.infer<typeof FileRow>;

const columns = sql`
  bucket_id as bucket_id, id as file_id, storage_key, owner_id, name,
  mime_type, size_bytes, chunks_total,
  store_upload, sha256, permissions, created_at,
  updated_at, finished_at
`;

export type NewFile = Omit<FileRow, 'createdAt' | 'updatedAt' | 'finishedAt' | 'storeUpload'>;

/** Adds a file, finished if it has a hash. False if the id exists. */
export async function insertFile(db: Database, file: NewFile): Promise<boolean> {
  const inserted = await run(
    db,
    sql`
      insert into files (
        bucket_id, id, storage_key, owner_id, name, mime_type, size_bytes, chunks_total, sha256,
        permissions, finished_at
      )
      values (
        ${file.bucketId}, ${file.fileId}, ${file.storageKey}, ${file.ownerId}, ${file.name},
        ${file.mimeType}, ${file.sizeBytes}, ${file.chunksTotal}, ${file.sha256},
        ${file.permissions}, case when ${file.sha256}::bytea is not null then now() end
      )
      on conflict on constraint files_pkey do nothing
    `,
  );
  return inserted > 0;
}

export function findFile(db: Database, { bucketId, fileId }: FileAddress): Promise<FileRow | null> {
  const file = sql`bucket_id = ${bucketId} and id = ${fileId}`;
  return first(db, FileRow, sql`select ${columns} from files where ${file}`);
}

/** Locks the chunks of a file until the transaction ends. */
export function findFileForUpdate(db: Database, storageKey: string): Promise<FileRow | null> {
  return first(
    db,
    FileRow,
    sql`select ${columns} from files where storage_key = ${storageKey} for update`,
  );
}

interface Page {
  bucketId: BucketId;
  /** Null for everyone's. */
  ownerId: string | null;
  /** Null for any. */
  fileIds: readonly string[] | null;
  search: string;
  limit: number;
  offset: number;
}

/** Finished files, newest first. */
export function listFiles(db: Database, page: Page): Promise<FileRow[]> {
  return all(
    db,
    FileRow,
    sql`
      select ${columns}
      from files
      where ${isWanted(page)}
      order by created_at desc, id
      limit ${page.limit}
      offset ${page.offset}
    `,
  );
}

/** A page of a person's finished hand-in files after one. */
export function listFilesOfOwner(db: Database, ownerId: string, after: string) {
  return all(
    db,
    FileRow,
    sql`
      select ${columns}
      from files
      where bucket_id = 'submissions' and owner_id = ${ownerId} and id > ${after}
        and finished_at is not null
      order by id
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}

export async function countFiles(db: Database, page: Page): Promise<number> {
  const counted = await first(
    db,
    z.object({ total: z.int() }),
    sql`select count(*)::int as total from files where ${isWanted(page)}`,
  );
  return counted?.total ?? 0;
}

const isWanted = ({ bucketId, ownerId, fileIds, search }: Page) => sql`
  bucket_id = ${bucketId} and finished_at is not null
    and (${ownerId}::text is null or owner_id = ${ownerId})
    and (${fileIds}::text[] is null or id = any(${fileIds}::text[]))
    and (${search}::text = '' or position(lower(${search}) in lower(name)) > 0)
`;

/** Stores the store's upload id, unless another call was first; returns the valid one. */
export async function updateStoreUpload(
  db: Database,
  storageKey: string,
  storeUpload: string,
): Promise<string | null> {
  const kept = await first(
    db,
    z.object({ storeUpload: z.string() }),
    sql`
      update files
      set store_upload = coalesce(store_upload, ${storeUpload})
      where storage_key = ${storageKey} and finished_at is null
      returning store_upload
    `,
  );
  return kept?.storeUpload ?? null;
}

export async function upsertChunk(
  db: Database,
  storageKey: string,
  { number, tag }: { number: number; tag: string },
): Promise<void> {
  await run(
    db,
    sql`
      insert into file_chunks (storage_key, number, tag)
      values (${storageKey}, ${number}, ${tag})
      on conflict on constraint file_chunks_pkey do update set tag = excluded.tag
    `,
  );
  await run(db, sql`update files set updated_at = now() where storage_key = ${storageKey}`);
}

export function listChunks(db: Database, storageKey: string) {
  return all(
    db,
    z.object({ number: z.int(), tag: z.string() }),
    sql`select number, tag from file_chunks where storage_key = ${storageKey} order by number`,
  );
}

export async function updateFinished(
  db: Database,
  storageKey: string,
  { sha256, mimeType }: { sha256: Buffer; mimeType: string },
): Promise<void> {
  await run(db, sql`delete from file_chunks where storage_key = ${storageKey}`);
  await run(
    db,
    sql`
      update files
      set sha256 = ${sha256}, mime_type = ${mimeType}, finished_at = now(), updated_at = now()
      where storage_key = ${storageKey}
    `,
  );
}

/** Throws if another table still refers to the file. Leaves a tombstone for its bytes. */
export async function deleteFile(db: Database, storageKey: string): Promise<void> {
  await run(db, bury(sql`storage_key = ${storageKey}`));
}

/** Class lists are about whole years; the imported data is in the database. */
const LIST_DAYS = 30;

/**
 * Deletes uploads without progress, student files that were not handed in, archives that were not sealed, and class
 * lists older than a month; returns their number.
 */
export function deleteAbandonedFiles(db: Database, hours: number): Promise<number> {
  return run(
    db,
    bury(sql`
      updated_at < now() - make_interval(hours => ${hours})
        and (finished_at is null
          or bucket_id = 'student-lists' and updated_at < now() - make_interval(days => ${LIST_DAYS})
          or (bucket_id = 'submissions' and not exists (
            select from hand_in_files
            where hand_in_files.file_bucket = files.bucket_id and hand_in_files.file_id = files.id
          ))
          or (bucket_id = 'archives' and not exists (
            select from archives
            where archives.file_bucket = files.bucket_id and archives.file_id = files.id
          )))
    `),
  );
}

/** The row and its tombstone change together; otherwise bytes would be lost or stay forever. */
const bury = (chosen: Sql) => sql`
  with deleted as (
    delete from files
    where ${chosen}
    returning storage_key, bucket_id, owner_id, size_bytes, store_upload
  )
  insert into file_tombstones (storage_key, bucket_id, owner_id, size_bytes, store_upload, why)
  select storage_key, bucket_id, owner_id, size_bytes, store_upload, 'deleted' from deleted
  on conflict (storage_key) do update
    set why = excluded.why, size_bytes = excluded.size_bytes, since = now()
`;

/** The signing secret; the given one is stored if there is none. */
export async function getLinkSecret(db: Database, fresh: Buffer): Promise<Buffer> {
  await run(db, sql`insert into file_link_keys (secret) values (${fresh}) on conflict do nothing`);
  const kept = await first(
    db,
    z.object({ secret: z.instanceof(Buffer) }),
    sql`select secret from file_link_keys`,
  );
  if (!kept) throw new Error('The secret of the links is gone.');
  return kept.secret;
}

export const SWEEP_JOB = 'sweep-files';

/** The queue has one such job, however many servers add it. */
export function addSweepJob(db: Database, delayMs: number): Promise<void> {
  return addJob(db, { name: SWEEP_JOB, payload: {}, key: SWEEP_JOB, delayMs, priority: 100 });
}
