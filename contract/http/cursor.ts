import { z } from 'zod';

/** A term and the holidays after it. Older entries are on later pages. */
export const CURRENT_DAYS = 182;

/** The last row of a page: its timestamp to the microsecond, and its id. */
const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const UNKNOWN_PAGE = 'That page is not known. Begin with the first.';

/** Rejects dates that PostgreSQL refuses, such as 30 February or year 0. */
function isMoment(cursor: string): boolean {
  const second = cursor.slice(0, 19);
  const moment = Date.parse(`${second}Z`);
  if (Number.isNaN(moment) || second.startsWith('0000')) return false;
  return new Date(moment).toISOString().startsWith(second);
}

/** The `next` of the previous page: only rows after it are returned. */
export const After = z.string().regex(CURSOR, UNKNOWN_PAGE).refine(isMoment, UNKNOWN_PAGE);
