import { CURRENT_DAYS } from '@vlabs/contract/places';
import { type Sql, sql } from './postgres/database.ts';

/** Where a page of a list ended, by what the list is ordered by. */
export interface Place {
  /** To the microsecond, in UTC. */
  exactly: string;
  id: string;
}

/** After every id of its moment, where the latest come first. */
const FIRST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** As the contract's `After` has it. */
export const writePlace = ({ exactly, id }: Place): string => `${exactly} ${id}`;

export function readPlace(after: string): Place {
  const [exactly = '', id = ''] = after.split(' ');
  return { exactly, id };
}

/** A moment of a row as a place has it. */
export const exactly = (moment: Sql) => sql`
  to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
`;

/** Rows that come after a place where the latest come first; null: all. */
export const isBefore = (moment: Sql, id: Sql, after: Place | null) => sql`
  (${after?.exactly ?? null}::timestamptz is null
    or (${moment}, ${id}) < (${after?.exactly ?? null}::timestamptz, ${after?.id ?? null}::uuid))
`;

/** Rows that come after a place where the oldest come first; null: all. */
export const isAfter = (moment: Sql, id: Sql, after: Place | null) => sql`
  (${after?.exactly ?? null}::timestamptz is null
    or (${moment}, ${id}) > (${after?.exactly ?? null}::timestamptz, ${after?.id ?? null}::uuid))
`;

/** Where that begins which is no later than a moment. */
const placeOf = (moment: Date): Place => ({
  exactly: moment.toISOString().replace('Z', '000Z'),
  id: FIRST_ID,
});

/** Of one row more than a page has, those of the page, and where the next begins. */
export function pageOf<Row>(
  rows: readonly Row[],
  { max, placeAt }: { max: number; placeAt: (row: Row) => Place },
): { shown: Row[]; next: Place | null } {
  const shown = rows.slice(0, max);
  const last = rows.length > max ? shown.at(-1) : undefined;
  return { shown, next: last ? placeAt(last) : null };
}

const DAY_MS = 86_400_000;
/** Of one term; nobody has as many. */
const MAX_CURRENT = 500;
const MAX_EARLIER = 100;

interface Lists<Row> {
  list: (page: { since: Date | null; after: Place | null; max: number }) => Promise<Row[]>;
  /** Is there anything that is no later than this moment? */
  hasUntil: (moment: Date) => Promise<boolean>;
  placeAt: (row: Row) => Place;
}

/** What is of this term first; then page by page what came before. */
export async function listTermAndEarlier<Row>(
  after: Place | null,
  { list, hasUntil, placeAt }: Lists<Row>,
): Promise<{ shown: Row[]; next: Place | null }> {
  if (after) {
    const rows = await list({ since: null, after, max: MAX_EARLIER + 1 });
    return pageOf(rows, { max: MAX_EARLIER, placeAt });
  }
  const since = new Date(Date.now() - CURRENT_DAYS * DAY_MS);
  const [rows, hasEarlier] = await Promise.all([
    list({ since, after, max: MAX_CURRENT + 1 }),
    hasUntil(since),
  ]);
  const { shown, next } = pageOf(rows, { max: MAX_CURRENT, placeAt });
  return { shown, next: next ?? (hasEarlier ? placeOf(since) : null) };
}
