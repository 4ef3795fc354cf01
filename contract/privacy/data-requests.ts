import { z } from 'zod';
import { endpoint, replyOf, signedInOrGuest } from '../http/endpoint.ts';

/** One month. The law accepts the period that the institution announces, up to 90 days. */
export const REQUEST_DAYS = 30;
/** For one person. */
export const OPEN_REQUESTS = 3;
const MAX_LENGTH = 2000;
export const REQUESTS_AT_ONCE = 100;

const moment = z.iso.datetime();
const words = (what: string) =>
  z.string().trim().min(1, what).max(MAX_LENGTH, `Say it in at most ${MAX_LENGTH} letters.`);

const RequestKind = z.enum(['correction', 'erasure']);

const DataRequest = z.object({
  requestId: z.uuid(),
  kind: RequestKind,
  text: z.string(),
  askedAt: moment,
  dueAt: moment,
  /** Null while open. */
  state: z.enum(['done', 'refused']).nullable(),
  /** Null while open. */
  answer: z.string().nullable(),
  answeredAt: moment.nullable(),
});
export type DataRequest = z.infer<typeof DataRequest>;

export const listOwnRequests = endpoint({
  method: 'GET',
  path: '/api/v1/my-data-requests',
  access: signedInOrGuest,
  right: 'own',
  summary: 'List the caller’s requests about their data, with the answers',
  reply: replyOf(z.array(DataRequest)),
});

export const makeRequest = endpoint({
  method: 'POST',
  path: '/api/v1/my-data-requests',
  access: signedInOrGuest,
  openDuringTests: 'Nothing stored is returned.',
  right: 'own',
  audit: { notKept: 'The request itself is kept, with its time.' },
  summary: `Ask for data to be corrected or erased; at most ${OPEN_REQUESTS} are open at a time`,
  body: z.object({ kind: RequestKind, text: words('Say what is to be corrected or erased.') }),
  reply: replyOf(DataRequest),
  status: 201,
});

const QueuedRequest = DataRequest.extend({ personId: z.string(), name: z.string() });
export type QueuedRequest = z.infer<typeof QueuedRequest>;

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/v1/data-requests',
  access: ['admin'],
  right: 'campus',
  summary: `Open requests of people about their data, the next that is due first, ${REQUESTS_AT_ONCE} at most`,
  reply: replyOf(z.object({ requests: z.array(QueuedRequest), total: z.int() })),
});

export const answerRequest = endpoint({
  method: 'POST',
  path: '/api/v1/data-requests/:requestId/answer',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Mark a data request as done, or refuse it with a reason',
  params: z.object({ requestId: z.uuid('There is no such request.') }),
  body: z.object({
    state: z.enum(['done', 'refused']),
    answer: words('Say what was done, or why not.'),
  }),
  reply: replyOf(DataRequest),
});
