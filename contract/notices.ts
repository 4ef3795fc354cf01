import { z } from 'zod';
import { endpoint, replyOf } from './endpoint.ts';

const moment = z.iso.datetime();

export const NoticeKind = z.enum([
  'new_test',
  'test_times',
  'test_withdrawn',
  'more_time',
  'announcement',
  'result',
  'answers',
  'correction',
  'new_assignment',
  'assignment_due',
  'assignment_withdrawn',
  'marks',
  'erasure',
]);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** What the notice is made of: the same thing has the same name whenever it is asked for. */
const NoticeName = z.string().min(1).max(100);

const Notice = z.object({
  name: NoticeName,
  kind: NoticeKind,
  at: moment,
  isRead: z.boolean(),
  /** Of the quiz or the assignment; null where it is about neither. */
  workId: z.uuid().nullable(),
  title: z.string(),
  /** Start of a test, and its End, when an assignment is due or an erasure comes; null where it has none. */
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  /** What they were before, where they were changed. */
  wasStartsAt: moment.nullable(),
  wasEndsAt: moment.nullable(),
  /** An announcement’s text or a teacher’s comment; else empty. */
  text: z.string(),
  /** Of marks alone. */
  marks: z.number().nullable(),
  maxMarks: z.number().nullable(),
});
export type Notice = z.infer<typeof Notice>;

export const NOTICE_DAYS = 60;
export const NOTICES_AT_MOST = 500;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/v1/notices',
  access: ['student'],
  summary: `What changed for the caller in the last ${NOTICE_DAYS} days, the newest first`,
  reply: replyOf(z.object({ notices: z.array(Notice), unread: z.int(), listedAt: moment })),
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/api/v1/notices/read',
  access: ['student'],
  summary: 'Notes that the caller has read these notices',
  body: z.object({ names: z.array(NoticeName).min(1).max(NOTICES_AT_MOST) }),
  reply: replyOf(z.object({ unread: z.int() })),
});

export const followNotices = endpoint({
  method: 'GET',
  path: '/api/v1/notices/events',
  access: ['student'],
  load: 'long',
  summary: 'Server-sent events: `look`, when notices may have changed since they were listed',
  query: z.object({ since: moment }),
  reply: z.unknown(),
});
