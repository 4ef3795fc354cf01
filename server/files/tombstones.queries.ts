import type { BucketId } from '@vlabs/contract/files/files';
import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';

/** Students can delete only what was not handed in, and can upload it again. */
export const ONE_DAY_HOURS = 24;
const AT_ONCE = 500;

interface ArrivingBytes {
  storageKey: string;
  bucketId: BucketId;
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

/** The file was not created: any stored bytes will be removed. */
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

/** A person's usage in one bucket: present, arriving, and deleted but still kept. */
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

/** Locks a person's usage until the transaction ends, on all servers. */
export async function lockUsage(db: Database, ownerId: string): Promise<void> {
  await run(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended('files of ' || ${ownerId}::text, 0))`,
  );
}
