import { z } from 'zod';

/** A term and the holidays after it: what ended or changed longer ago is found on later pages. */
export const CURRENT_DAYS = 182;

/** Where a page of a list ended: a time to the microsecond, and the id of one of that moment. */
const PLACE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What `next` of the page before said: only what comes after it. */
export const After = z.string().regex(PLACE, 'That page is not known. Begin with the first.');
