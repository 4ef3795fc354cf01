import { readMoment, writeKolkataMoment } from '@vlabs/contract/text/kolkata-time';
import type { ShownQuestion } from '@vlabs/contract/quizzes/questions';
import {
  type listQuizPages as listQuizPage,
  QUIZZES_AT_ONCE,
} from '@vlabs/contract/attempts/quiz-lists';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { ofClass } from '../../platform/access/audience-columns.ts';
import { listAttemptCounts, listStarted } from '../store/attempt-lists.queries.ts';
import { PublicError, forbidden } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { type AccessScope, limitToClass } from '../../platform/access/access-scope.ts';
import { type Cursor, pageOf, readCursor, writeCursor } from '../../platform/lists/cursor.ts';
import { patternOf } from '../../platform/postgres/search-patterns.ts';
import {
  type PageOfAll,
  type Quiz,
  listChangedIds,
  listMissingParts,
  listQuestionsOf,
  listQuizRows,
  listUnfinishedPage,
  showDetails,
  showDraft,
  writeQuestions,
} from '../../quizzes/quizzes.reads.ts';
import { listStudentQuizzes } from './student-quizzes.ts';

const DAY_MS = 86_400_000;
/** Page size of the specification's call. */
const RECORDS_AT_ONCE = 500;
const WITH_QUESTIONS_AT_ONCE = 200;
/** In characters of JSON. */
const MAX_QUESTION_CHARACTERS = 1_500_000;
const READ_AT_ONCE = 20;

interface Wanted {
  userId?: string | undefined;
  questions?: 'none' | undefined;
  after?: string | undefined;
}

/** The newest quizzes and drafts for an admin without `userId`; otherwise those of one student. */
export async function listQuizRecords(
  pool: Pool,
  { caller, scope }: { caller: Caller; scope: AccessScope },
  { userId, questions, after }: Wanted,
): Promise<{ records: QuizRecord[]; next: Cursor | null }> {
  const cursor = after === undefined ? null : readCursor(after);
  if (caller.role === 'admin' && userId !== undefined) {
    return listStudentQuizzes(pool, userId, { after: cursor });
  }
  if (caller.role === 'admin' || (caller.role === 'staff' && userId === undefined)) {
    return listForAdmin(pool, scope, { withQuestions: questions !== 'none', after: cursor });
  }
  if (userId !== undefined && userId.toLowerCase() !== caller.id.toLowerCase()) {
    throw forbidden('You can only see your own tests.');
  }
  return listStudentQuizzes(pool, caller.id, { after: cursor });
}

/** All matching quizzes and drafts for admin pages, without questions. */
export async function listQuizPages(
  pool: Pool,
  scope: AccessScope,
  { after, sort, search, status, created, uniqueId, ...asked }: z.output<typeof listQuizPage.query>,
): Promise<{ quizzes: QuizRecord[]; next: string | null }> {
  const createdFrom = created === undefined ? null : midnightOf(created);
  const within = limitToClass(scope, asked.class);
  const { shown, next } = await listFound(pool, {
    after: after === undefined ? null : readCursor(after),
    isOldestFirst: sort === 'oldest',
    pattern: search === '' ? null : patternOf(search),
    status: status ?? null,
    createdFrom,
    createdUntil: createdFrom && new Date(createdFrom.getTime() + DAY_MS),
    uniqueId: uniqueId ?? null,
    // A quiz asked for by its id is found in an archived class too.
    scope: uniqueId === undefined ? within : { ...within, hidesArchived: false },
    max: QUIZZES_AT_ONCE,
  });
  const ids = shown.flatMap(({ quiz }) => quiz?.uniqueId ?? []);
  const [changed, started] = await Promise.all([listChangedIds(pool, ids), listStarted(pool, ids)]);
  const quizzes = shown.map(({ record, quiz }) => ({
    ...record,
    ...(quiz && { hasStarted: started.has(quiz.uniqueId) }),
    ...(changed.has(record.unique_id) && { hasChanges: true }),
  }));
  return { quizzes, next: next && writeCursor(next) };
}

/** A record in admin lists; drafts that are not quizzes have none. */
interface Found {
  record: QuizRecord;
  quiz: Quiz | null;
  cursor: Cursor;
}

async function listFound(
  pool: Pool,
  { max, ...wanted }: PageOfAll,
): Promise<{ shown: Found[]; next: Cursor | null }> {
  const page = { ...wanted, max: max + 1 };
  const [quizzes, drafts] = await Promise.all([
    listQuizRows(pool, page),
    page.status === 'published' ? [] : listUnfinishedPage(pool, page),
  ]);
  const found: Found[] = [
    ...quizzes.map(({ timestampMicros, ...quiz }) => ({
      record: showForAdmin(quiz),
      quiz,
      cursor: { timestampMicros, id: quiz.uniqueId },
    })),
    ...drafts.map(({ timestampMicros, ...draft }) => ({
      record: { ...showDraft(draft), missing: listMissingParts(draft.uniqueId, draft.content) },
      quiz: null,
      cursor: { timestampMicros, id: draft.uniqueId },
    })),
  ];
  const direction = page.isOldestFirst ? 1 : -1;
  const inOrder = found.toSorted(
    (one, other) => direction * (writeCursor(one.cursor) < writeCursor(other.cursor) ? -1 : 1),
  );
  return pageOf(inOrder, { max, cursorOf: ({ cursor }) => cursor });
}

const newestFirst = {
  isOldestFirst: false,
  pattern: null,
  status: null,
  createdFrom: null,
  createdUntil: null,
  uniqueId: null,
};

async function listForAdmin(
  pool: Pool,
  scope: AccessScope,
  { withQuestions, after }: { withQuestions: boolean; after: Cursor | null },
): Promise<{ records: QuizRecord[]; next: Cursor | null }> {
  const max = withQuestions ? WITH_QUESTIONS_AT_ONCE : RECORDS_AT_ONCE;
  const page = await listFound(pool, { ...newestFirst, scope, after, max });
  const ids = page.shown.flatMap(({ quiz }) => quiz?.uniqueId ?? []);
  const [changed, attempts, questions] = await Promise.all([
    listChangedIds(pool, ids),
    listAttemptCounts(pool, ids, scope),
    withQuestions ? readQuestionsWithinLimit(pool, ids) : null,
  ]);
  const startedOf = new Map(attempts.map(({ quizId, started }) => [quizId, started]));
  // The rest comes with the next page.
  const held = questions
    ? page.shown.findIndex(({ quiz }) => quiz && !questions.has(quiz.uniqueId))
    : -1;
  const shown = held < 0 ? page.shown : page.shown.slice(0, held);
  const records = shown.map(({ record, quiz }) => ({
    ...record,
    ...(startedOf.has(record.unique_id) && { started: startedOf.get(record.unique_id) ?? 0 }),
    ...(changed.has(record.unique_id) && { hasChanges: true }),
    ...(quiz && questions && { questions: questions.get(quiz.uniqueId) ?? {} }),
  }));
  return { records, next: held < 0 ? page.next : (shown.at(-1)?.cursor ?? null) };
}

/** As many of these quizzes as fit into a reply, but at least one. */
async function readQuestionsWithinLimit(pool: Pool, ids: readonly string[]) {
  const read = new Map<string, Record<string, ShownQuestion>>();
  let remaining = MAX_QUESTION_CHARACTERS;
  for (let from = 0; from < ids.length && remaining > 0; from += READ_AT_ONCE) {
    const some = ids.slice(from, from + READ_AT_ONCE);
    const ofQuiz = Map.groupBy(await listQuestionsOf(pool, some), ({ quizId }) => quizId);
    for (const id of some) {
      const questions = writeQuestions(ofQuiz.get(id) ?? []);
      remaining -= JSON.stringify(questions).length;
      if (remaining < 0 && read.size > 0) break;
      read.set(id, questions);
    }
  }
  return read;
}

function midnightOf(day: string): Date {
  const moment = readMoment(`${day}T00:00`);
  if (!moment) throw new PublicError(400, 'invalid', 'Choose a valid date.');
  return moment;
}

function showForAdmin(quiz: Quiz): QuizRecord {
  return {
    unique_id: quiz.uniqueId,
    completed: false,
    submissionDate: null,
    formDetails: showDetails(quiz),
    createdAt: writeKolkataMoment(quiz.createdAt),
    expired: quiz.endsAt.getTime() <= Date.now(),
    status: quiz.status,
    ...ofClass(quiz.audience),
  };
}
