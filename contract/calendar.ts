import { z } from 'zod';
import { endpoint, replyOf } from './endpoint.ts';

const moment = z.iso.datetime();

export const findCalendarLink = endpoint({
  method: 'GET',
  path: '/api/v1/calendar-link',
  access: ['student'],
  summary: 'When the caller’s calendar link was made; null: there is none',
  reply: replyOf(z.object({ createdAt: moment.nullable() })),
});

export const createCalendarLink = endpoint({
  method: 'POST',
  path: '/api/v1/calendar-link',
  access: ['student'],
  summary: 'Makes a new secret address of the caller’s calendar; the one before ends',
  reply: replyOf(
    z.object({
      /** From the host on. It is told this once and kept nowhere. */
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
  summary: 'Ends the caller’s calendar link',
  reply: replyOf(z.object({ createdAt: z.null() })),
});

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/v1/calendar/:token/v-labs.ics',
  access: 'anyone',
  summary: 'Tests and due times of the student whose secret address this is, as iCalendar',
  params: z.object({ token: z.string() }),
  reply: z.unknown(),
});
