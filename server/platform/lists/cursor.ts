import { CURRENT_DAYS } from '@vlabs/contract/http/cursor';
import { type Sql, sql } from '../postgres/database.ts';

/** The last row of a page: the next page starts after it. */
export interface Cursor {
  /** The row's timestamp in UTC, to the microsecond. */
  timestampMicros: string;
  id: string;
}

/** Sorts after every id with the same timestamp when the newest rows come first. */
const FIRST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Serialises a cursor in the form of the contract's `After`. */
export const writeCursor = ({ timestampMicros, id }: Cursor): string => `${timestampMicros} ${id}`;

export function readCursor(after: string): Cursor {
  const [timestampMicros = '', id = ''] = after.split(' ');
  return { timestampMicros, id };
}

/** A timestamp in the form of a cursor. */
export const timestampMicros = (moment: Sql) => sql`
  to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
`;

/** Matches the rows after a cursor in a newest-first list; null matches all rows. */
export const beforeCursor = (moment: Sql, id: Sql, after: Cursor | null) => sql`
  (${after?.timestampMicros ?? null}::timestamptz is null
    or (${moment}, ${id}) < (${after?.timestampMicros ?? null}::timestamptz, ${after?.id ?? null}::uuid))
`;

/** Matches the rows after a cursor in an oldest-first list; null matches all rows. */
export const afterCursor = (moment: Sql, id: Sql, after: Cursor | null) => sql`
  (${after?.timestampMicros ?? null}::timestamptz is null
    or (${moment}, ${id}) > (${after?.timestampMicros ?? null}::timestamptz, ${after?.id ?? null}::uuid))
`;

/** The cursor in front of all rows up to a moment, newest first. */
const cursorAt = (moment: Date): Cursor => ({
  timestampMicros: moment.toISOString().replace('Z', '000Z'),
  id: FIRST_ID,
});

/** Splits `max + 1` rows into a page and the cursor of the next; null on the last page. */
export function pageOf<Row>(
  rows: readonly Row[],
  { max, cursorOf }: { max: number; cursorOf: (row: Row) => Cursor },
): { shown: Row[]; next: Cursor | null } {
  const shown = rows.slice(0, max);
  const last = rows.length > max ? shown.at(-1) : undefined;
  return { shown, next: last ? cursorOf(last) : null };
}

const DAY_MS = 86_400_000;
/** Far above what one term has. */
const MAX_CURRENT = 500;
const MAX_EARLIER = 100;

interface Lists<Row> {
  list: (page: { since: Date | null; after: Cursor | null; max: number }) => Promise<Row[]>;
  /** Reports whether any row is from this moment or earlier. */
  hasUntil: (moment: Date) => Promise<boolean>;
  cursorOf: (row: Row) => Cursor;
}

/** Returns the current term as the first page, then earlier rows page by page. */
export async function listTermAndEarlier<Row>(
  after: Cursor | null,
  { list, hasUntil, cursorOf }: Lists<Row>,
): Promise<{ shown: Row[]; next: Cursor | null }> {
  if (after) {
    const rows = await list({ since: null, after, max: MAX_EARLIER + 1 });
    return pageOf(rows, { max: MAX_EARLIER, cursorOf });
  }
  const since = new Date(Date.now() - CURRENT_DAYS * DAY_MS);
  const [rows, hasEarlier] = await Promise.all([
    list({ since, after, max: MAX_CURRENT + 1 }),
    hasUntil(since),
  ]);
  const { shown, next } = pageOf(rows, { max: MAX_CURRENT, cursorOf });
  return { shown, next: next ?? (hasEarlier ? cursorAt(since) : null) };
}
