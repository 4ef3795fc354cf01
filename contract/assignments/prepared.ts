import { z } from 'zod';
import { Done, endpoint } from '../http/endpoint.ts';
import { readMoment } from '../text/kolkata-time.ts';

/** When students see an assignment: `now`, at a time, or `not_yet`, until a teacher shows it. */
export const ShowFrom = z
  .string('Choose when students see it.')
  .trim()
  .transform((text, context) => {
    if (text === 'now' || text === 'not_yet') return text;
    const moment = readMoment(text);
    if (moment !== null) return moment;
    context.addIssue({ code: 'custom', message: 'Choose the date and time.' });
    return z.NEVER;
  });
export type ShowFrom = z.output<typeof ShowFrom>;

/** An assignment that students do not see yet. */
export const Prepared = z.object({
  /** Null: when a teacher shows it. */
  showFrom: z.iso.datetime().nullable(),
});
export type Prepared = z.infer<typeof Prepared>;

/** Hiding it again is refused once a student has handed in. */
export const showAssignment = endpoint({
  method: 'POST',
  path: '/api/v1/assignments/:id/shown',
  access: ['admin'],
  right: { to: 'edit', of: 'assignment' },
  audit: 'kept',
  summary: 'Show an assignment to its students now, at a time, or not yet',
  params: z.object({ id: z.string() }),
  body: z.object({ showFrom: ShowFrom }),
  reply: Done,
});
