import { dataNotice } from '@vlabs/contract/privacy/data-notice-text';
import type { Database } from '../platform/postgres/database.ts';
import { findRead, insertRead } from './data-requests.queries.ts';

/** The current version, and when the person confirmed it. */
export async function getDataNotice(db: Database, personId: string) {
  const { version } = dataNotice;
  const read = await findRead(db, personId, version);
  const { readAt = null, hasReadEarlier = false } = read ?? {};
  return { version, readAt: readAt?.toISOString() ?? null, hasReadEarlier };
}

export async function readDataNotice(db: Database, personId: string, version: number) {
  await insertRead(db, personId, version);
  return getDataNotice(db, personId);
}
