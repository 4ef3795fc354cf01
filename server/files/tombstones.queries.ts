import type { BucketId } from '@vlabs/contract/files';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

/** A student may delete only what was not handed in, and sends it again where it is needed. */
export const ONE_DAY_HOURS = 24;
const AT_ONCE = 500;

interface ArrivingBytes {
  storageKey: string;
  bucketId: BucketId;
  ownerId: string;
  sizeBytes: number;
}

/** Bytes that are about to be stored: were the server to end before their file is there, they go. */
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

/** False when it stands no longer for this reason: the bytes may be gone, or are to go. */
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

/** There is no file of these bytes after all: so many of them may have been stored, and go. */
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

/** Of a file in chunks that is whole now, in the transaction that says so. */
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
  /** What the store calls the upload in chunks. */
  name: z.string().nullable(),
  why: z.enum(['arriving', 'joined', 'deleted']),
});
export type Dead = z.infer<typeof Dead>;

/**
 * What may be removed by now, the oldest first: what a student has deleted or nobody has finished
 * after a day, the rest after so many. What a file names stays, whatever stands here.
 */
export function listDead(db: Database, days: number) {
  return all(
    db,
    Dead,
    sql`
      select storage_key as key, store_upload as name, why
      from file_tombstones tombstone
      where since < now() - case
          when bucket_id = 'submissions' or why <> 'deleted' then make_interval(hours => ${ONE_DAY_HOURS})
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

/** Of one person in one bucket: what is there or arrives, and what was deleted and is still kept. */
export async function getUsage(
  db: Database,
  { bucketId, ownerId }: { bucketId: BucketId; ownerId: string },
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

/** Until the transaction ends nobody else counts or takes room of this person, on any server. */
export async function lockUsage(db: Database, ownerId: string): Promise<void> {
  await run(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended('files of ' || ${ownerId}::text, 0))`,
  );
}
