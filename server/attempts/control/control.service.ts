import type {
  AttemptRow,
  NewDeadline,
  TimelineLine,
} from '@vlabs/contract/attempts/attempt-control';
import { groupOfPerson } from '@vlabs/contract/students/audience';
import type { Pool } from 'pg';
import {
  listSectionsIn,
  listVisiblePeople,
  requireOpenClassOf,
} from '../../classes/classes.reads.ts';
import type { Clock } from '../../platform/clock.ts';
import { classIdOf } from '../../platform/access/audience-columns.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/serve.ts';
import type { AccessScope } from '../../platform/access/access-scope.ts';
import {
  type Quiz,
  findQuiz,
  findQuizToCorrect,
  quizSubject,
} from '../../quizzes/quizzes.reads.ts';
import { listStudentsIn } from '../../students/students.reads.ts';
import type { Arrival } from '../../platform/connections/arrival.ts';
import { findStudentId, listAttemptsOfQuiz } from '../store/attempt-lists.queries.ts';
import { notStarted, notSubmitted, unknownQuiz } from '../store/attempt-refusals.ts';
import { showNotStarted, showRow } from '../store/attempt-rows.ts';
import type { AttemptWatch } from '../store/attempt-watch.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  insertDueJob,
  lockAttempt,
  updateReopened,
  insertSteps,
  listSteps,
} from '../store/attempts.queries.ts';
import { deleteAllByHand, deleteFaults } from '../store/judgements.queries.ts';
import { updateSubmitted } from '../store/submissions.queries.ts';
import { DUE_MARGIN_MS } from '../store/due-attempts.ts';
import { insertAnnouncement, insertExtensions } from '../store/extensions.queries.ts';
import { grade } from '../rules/grading.ts';
import type { Papers } from '../store/papers.ts';

const MINUTE_MS = 60_000;

interface ControlServices {
  pool: Pool;
  clock: Clock;
  graceMs: number;
  papers: Papers;
  watch: AttemptWatch;
}

/** What admins see and do during and after a quiz. */
export class Control {
  readonly #services: ControlServices;

  constructor(services: ControlServices) {
    this.#services = services;
  }

  /** Everyone who may sit the quiz or has sat it; for staff, those in scope. */
  async listAttempts(caller: Caller, quizId: string): Promise<AttemptRow[]> {
    const { pool } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw unknownQuiz();
    const [students, attempts] = await Promise.all([
      listStudentsIn(pool, quiz.audience),
      listAttemptsOfQuiz(pool, quizId),
    ]);
    const begun = new Set(attempts.map(({ personId }) => personId));
    const waiting = students.filter(({ id, isDisabled }) => !begun.has(id) && !isDisabled);
    const rows = [...attempts.map(showRow), ...waiting.map(showNotStarted)];
    if (caller.role !== 'staff') return rows;
    const ids = rows.map(({ userId }) => userId);
    const seen = await listVisiblePeople(pool, { staffId: caller.id, quizId }, ids);
    return rows.filter(({ userId }) => seen.has(userId));
  }

  /** Refuses staff if the attempt is out of their scope. */
  async requireSeen({ id }: Caller, { quizId, personId }: AttemptKey): Promise<void> {
    const { pool } = this.#services;
    const student = await findStudentId(pool, personId);
    if (student === null) throw notFound('That student');
    const seen = await listVisiblePeople(pool, { staffId: id, quizId }, [student]);
    if (seen.size === 0) throw forbidden();
  }

  async getTimeline(quizId: string, rollNumber: string): Promise<TimelineLine[]> {
    const { pool } = this.#services;
    const { key } = await this.requireStudent(quizId, rollNumber);
    if (!(await findAttempt(pool, key))) throw notStarted();
    const steps = await listSteps(pool, key);
    return steps.map((step) => ({ ...step, at: step.at.toISOString() }));
  }

  /** Reopens a submitted attempt for some minutes with its answers. */
  async reopenAttempt(
    arrival: Arrival,
    quizId: string,
    { userId, minutes, reason }: { userId: string; minutes: number; reason: string },
  ): Promise<NewDeadline> {
    const { pool, clock, graceMs, watch } = this.#services;
    const { quiz, key } = await this.requireStudent(quizId, userId);
    return inTransaction(pool, async (db) => {
      // Locks the test before its attempt, as extra time does.
      await findQuizToCorrect(db, quizId);
      const attempt = await requireLocked(db, key);
      if (!attempt.submittedAt) throw notSubmitted();
      const now = new Date(clock.nowMs());
      const deadlineAt = new Date(now.getTime() + minutes * MINUTE_MS);
      const grant = { quizId, reason, grantedBy: arrival.personId, grantedAt: now };
      const target = groupOfPerson(key.personId);
      const reopenedUntilMs = deadlineAt.getTime();
      await insertExtensions(db, grant, [{ target, minutes: null, factor: null, reopenedUntilMs }]);
      await updateReopened(db, key, { deadlineAt, now });
      // What is handed in next is another program.
      await deleteAllByHand(db, key);
      await deleteFaults(db, [key]);
      await insertDueJob(db, key, new Date(reopenedUntilMs + graceMs + DUE_MARGIN_MS));
      const { score, receiptSha256, submittedBy, submittedAt } = attempt;
      const before = { score, sha256: receiptSha256, submittedBy, submittedAt };
      await insertSteps(db, [
        adminStep(arrival, key, 'reopen', { minutes, reason, deadline: deadlineAt, before }),
      ]);
      await recordAct(db, {
        action: 'reopen-attempt',
        personId: key.personId,
        subject: quizSubject(quiz),
        details: { minutes, reason },
      });
      watch.notify(db, quizId);
      const startedAt = attempt.startedAt.toISOString();
      return { userId: key.personId, startedAt, endedTime: deadlineAt.toISOString() };
    });
  }

  /** Submits one student's attempt immediately with the saved answers. */
  async endAttempt(
    arrival: Arrival,
    quizId: string,
    { userId, reason }: { userId: string; reason: string },
  ): Promise<void> {
    const { pool, clock, papers, watch } = this.#services;
    const { key } = await this.requireStudent(quizId, userId);
    await inTransaction(pool, async (db) => {
      const attempt = await requireLocked(db, key);
      const quiz = await findQuiz(db, quizId);
      if (!quiz) throw unknownQuiz();
      if (attempt.submittedAt) {
        throw conflict('already_submitted', 'This attempt has already been submitted.');
      }
      const paper = await papers.getPaper(db, quiz, key.personId);
      const graded = grade(paper, attempt, quiz);
      const now = new Date(clock.nowMs());
      await updateSubmitted(
        db,
        [{ ...key, ...graded, submittedAt: now, submittedBy: 'admin' }],
        now,
      );
      const details = { reason, answered: graded.answered, sha256: graded.sha256 };
      await insertSteps(db, [adminStep(arrival, key, 'submit', details)]);
      await recordAct(db, {
        action: 'end-attempt',
        personId: key.personId,
        subject: quizSubject(quiz),
        details: { reason },
      });
      watch.notify(db, quizId);
    });
  }

  /** Announces to everyone who sits the quiz; assistants with sections reach only those. */
  async announce(
    { arrival, scope }: { arrival: Arrival; scope: AccessScope },
    quizId: string,
    text: string,
  ): Promise<number> {
    const { pool, clock, watch } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw unknownQuiz();
    return inTransaction(pool, async (db) => {
      await requireOpenClassOf(db, { quiz: quizId });
      const at = new Date(clock.nowMs());
      const forSections = await listSectionsIn(db, scope, classIdOf(quiz.audience));
      const announcement = { quizId, text, by: arrival.personId, at, forSections };
      const id = await insertAnnouncement(db, announcement);
      await recordAct(db, { action: 'announce', subject: quizSubject(quiz), details: { text } });
      watch.notify(db, quizId);
      return id;
    });
  }

  /** The quiz, and the attempt's key with the roll number as written in the list. */
  async requireStudent(
    quizId: string,
    rollNumber: string,
  ): Promise<{ quiz: Quiz; key: AttemptKey }> {
    const { pool } = this.#services;
    const personId = await findStudentId(pool, rollNumber);
    if (personId === null) throw notFound('That student');
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw unknownQuiz();
    return { quiz, key: { quizId, personId } };
  }
}

async function requireLocked(db: Database, key: AttemptKey): Promise<Attempt> {
  const attempt = await lockAttempt(db, key);
  if (!attempt) throw notStarted();
  return attempt;
}

function adminStep(
  arrival: Arrival,
  { quizId, personId }: AttemptKey,
  step: string,
  details: Record<string, unknown>,
) {
  const { address, browser, personId: by } = arrival;
  return {
    quizId,
    personId,
    at: new Date(arrival.arrivedAtMs),
    step,
    by,
    address,
    browser,
    details,
  };
}
