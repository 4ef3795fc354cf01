import { createHash } from 'node:crypto';
import type { Enrolment } from '@vlabs/contract/students/audience';
import type { Pool } from 'pg';
import { listStudentQuizStates, timesOf } from '../attempts/attempts.reads.ts';
import { notFound } from '../platform/errors.ts';
import { hashToken, makeToken, readToken } from '../platform/access/sessions.ts';
import { enrolmentOf } from '../students/students.reads.ts';
import { type CalendarEvent, writeCalendar } from './calendar-text.ts';
import {
  type DueTimeEntry,
  type Entry,
  type TestEntry,
  deleteLink,
  findLink,
  findOwner,
  listDueTimes,
  listTests,
  listWithdrawnTests,
  replaceLink,
} from './calendar.queries.ts';

const DAY_MS = 86_400_000;
/** Older entries are omitted. */
const DAYS_KEPT = 365;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

export async function getCalendarLink(pool: Pool, personId: string) {
  return { createdAt: (await findLink(pool, personId))?.createdAt.toISOString() ?? null };
}

/** The secret path is shown once; the previous one stops working. */
export async function makeCalendarLink(pool: Pool, personId: string) {
  const token = makeToken();
  const { createdAt } = await replaceLink(pool, personId, hashToken(token));
  return { path: `/api/v1/calendar/${token}/v-labs.ics`, createdAt: createdAt.toISOString() };
}

export async function endCalendarLink(pool: Pool, personId: string) {
  await deleteLink(pool, personId);
  return { createdAt: null };
}

/** The calendar of a token's owner, with a tag that is constant while nothing changes. */
export async function readCalendar(pool: Pool, token: string, origin: string) {
  // Parsed as strictly as a session token, whose form it has.
  const known = readToken(token) === token ? await findOwner(pool, hashToken(token)) : null;
  if (!known) throw notFound('This calendar');
  const student = await enrolmentOf(pool, known.rollNumber);
  const since = new Date(Date.now() - DAYS_KEPT * DAY_MS);
  const [tests, withdrawn, dueTimes] = await Promise.all([
    listOwnTests(pool, student, since),
    listWithdrawnTests(pool, student, since),
    listDueTimes(pool, student, since),
  ]);
  const events = [
    ...tests.map((test) => showTest(test, origin)),
    ...withdrawn.map((test) => ({
      ...showEntry(test),
      uid: uidOfTest(test.id),
      title: `Test: ${test.title}`,
      description: 'The test was withdrawn.',
      url: `${origin}/tests`,
      startsAt: test.startsAt,
      endsAt: test.endsAt,
      remindMinutesBefore: HOUR_MINUTES,
    })),
    ...dueTimes.map((due) => showDueTime(due, origin)),
  ];
  const text = writeCalendar('V-labs', events);
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** With the student's own End. */
async function listOwnTests(pool: Pool, student: Enrolment, since: Date): Promise<TestEntry[]> {
  const tests = await listTests(pool, student, since);
  const asked = tests.map((test) => ({ uniqueId: test.id, times: timesOf(test) }));
  const states = await listStudentQuizStates(pool, student, asked);
  return tests.map((test) => ({
    ...test,
    endsAt: new Date(states.get(test.id)?.closesAtMs ?? test.endsAt),
  }));
}

const uidOfTest = (id: string) => `quiz-${id}@v-labs`;

/** Common fields of all events. */
const showEntry = ({ modifiedAt, sequence, isCancelled }: Entry) => ({
  modifiedAt,
  sequence,
  isCancelled,
});

function showTest(test: TestEntry, origin: string): CalendarEvent {
  const minutes = Math.round(test.timeLimitSeconds / 60);
  const about = `${test.subjectId}, ${test.className}. ${test.totalQuestions} questions in ${minutes} minutes.`;
  return {
    ...showEntry(test),
    uid: uidOfTest(test.id),
    title: `Test: ${test.title}`,
    description: `${about}\nStart it on the Tests page before it ends.`,
    url: `${origin}/tests`,
    startsAt: test.startsAt,
    endsAt: test.endsAt,
    remindMinutesBefore: HOUR_MINUTES,
  };
}

function showDueTime(due: DueTimeEntry, origin: string): CalendarEvent {
  return {
    ...showEntry(due),
    uid: `assignment-${due.id}@v-labs`,
    title: `Due: ${due.title}`,
    description: due.isCancelled
      ? 'The assignment was withdrawn.'
      : `${due.maxMarks} marks. Later hand-ins are marked late.`,
    url: `${origin}/assignments/${due.id}`,
    startsAt: due.dueAt,
    endsAt: null,
    remindMinutesBefore: DAY_MINUTES,
  };
}
