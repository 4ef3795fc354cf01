import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';

const moment = z.iso.datetime();

export const findCalendarLink = endpoint({
  method: 'GET',
  path: '/api/v1/calendar-link',
  access: ['student'],
  openDuringTests: 'A link to titles and times.',
  summary: 'Get when the caller’s calendar link was created, or null',
  reply: replyOf(z.object({ createdAt: moment.nullable() })),
});

export const createCalendarLink = endpoint({
  method: 'POST',
  path: '/api/v1/calendar-link',
  access: ['student'],
  openDuringTests: 'A link to titles and times.',
  summary: 'Create a new calendar link; the previous one stops working',
  reply: replyOf(
    z.object({
      /** The path of the link. It is shown once; only its hash is stored. */
      path: z.string(),
      createdAt: moment,
    }),
  ),
  status: 201,
});

export const deleteCalendarLink = endpoint({
  method: 'DELETE',
  path: '/api/v1/calendar-link',
  access: ['student'],
  openDuringTests: 'Nothing stored is returned.',
  summary: 'Delete the caller’s calendar link',
  reply: replyOf(z.object({ createdAt: z.null() })),
});

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/v1/calendar/:token/v-labs.ics',
  access: 'anyone',
  openDuringTests: 'Titles and times.',
  summary: 'Read a student’s tests and due times as iCalendar',
  params: z.object({ token: z.string() }),
  reply: z.unknown(),
});
