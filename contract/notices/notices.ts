import { z } from 'zod';
import { endpoint, replyOf } from '../http/endpoint.ts';

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

/** What each kind is called on pages and in mails. */
export const noticeHeadings: Record<NoticeKind, string> = {
  new_test: 'New test',
  test_times: 'New times',
  test_withdrawn: 'Test withdrawn',
  more_time: 'More time for you',
  announcement: 'Announcement',
  result: 'Result',
  answers: 'Correct answers',
  correction: 'Result corrected',
  new_assignment: 'New assignment',
  assignment_due: 'New due time',
  assignment_withdrawn: 'Assignment withdrawn',
  marks: 'Marks',
  erasure: 'Erasure',
};

/** Identifies the notice; the same event always has the same name. */
const NoticeName = z.string().min(1).max(100);

const Notice = z.object({
  name: NoticeName,
  kind: NoticeKind,
  at: moment,
  isRead: z.boolean(),
  /** The test or assignment; null if it is about neither. */
  workId: z.uuid().nullable(),
  title: z.string(),
  /** Start and End of a test, the due time of an assignment, or the time of an erasure; null without one. */
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
  /** The previous times, if they changed. */
  wasStartsAt: moment.nullable(),
  wasEndsAt: moment.nullable(),
  /** The text of an announcement or a teacher's comment; otherwise empty. */
  text: z.string(),
  /** Only for marks. */
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
  openDuringTests: 'Nothing stored is returned.',
  summary: 'Mark notices as read',
  body: z.object({ names: z.array(NoticeName).min(1).max(NOTICES_AT_MOST) }),
  reply: replyOf(z.object({ unread: z.int() })),
});

export const followNotices = endpoint({
  method: 'GET',
  path: '/api/v1/notices/events',
  access: ['student'],
  openDuringTests: 'It says only when to look.',
  load: 'long',
  summary: 'Server-sent events: `look` if notices may have changed since they were listed',
  query: z.object({ since: moment }),
  reply: z.unknown(),
});
