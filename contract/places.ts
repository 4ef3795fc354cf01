import { z } from 'zod';

/** A term and the holidays after it: what ended or changed longer ago is found on later pages. */
export const CURRENT_DAYS = 182;

/** Where a page of a list ended: a time to the microsecond, and the id of one of that moment. */
const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const NOT_KNOWN = 'That page is not known. Begin with the first.';

/** A day that the calendar has: the database takes no 30 February and no year 0. */
function isMoment(place: string): boolean {
  const second = place.slice(0, 19);
  const moment = Date.parse(`${second}Z`);
  if (Number.isNaN(moment) || second.startsWith('0000')) return false;
  return new Date(moment).toISOString().startsWith(second);
}

/** What `next` of the page before said: only what comes after it. */
export const After = z.string().regex(PLACE, NOT_KNOWN).refine(isMoment, NOT_KNOWN);
