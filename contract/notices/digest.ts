import { z } from 'zod';
import { Done, endpoint, replyOf } from '../http/endpoint.ts';

const Choice = z.object({ isWanted: z.boolean() });

export const getDigest = endpoint({
  method: 'GET',
  path: '/api/v1/notices/digest',
  access: ['student'],
  openDuringTests: 'A choice of the caller.',
  summary: 'Whether the caller gets one mail a day with their notices',
  reply: replyOf(Choice),
});

export const chooseDigest = endpoint({
  method: 'PUT',
  path: '/api/v1/notices/digest',
  access: ['student'],
  openDuringTests: 'A choice of the caller.',
  summary: 'Choose whether to get one mail a day with new notices, to a confirmed address',
  body: Choice,
  reply: Done,
});

/** A GET of the same address shows a page and changes nothing. */
export const stopDigest = endpoint({
  method: 'POST',
  path: '/stop-digest',
  access: 'anyone',
  openDuringTests: 'Only a choice changes.',
  audit: { notKept: 'Nobody is signed in, and only students get this mail.' },
  summary: 'End the daily mail by the link in it, without a sign-in (RFC 8058)',
  query: z.object({
    token: z
      .string('Open the link in the mail again.')
      .regex(/^[\w-]{38,1000}$/, 'The link is incomplete. Open the link in the mail again.'),
  }),
  reply: Done,
});
