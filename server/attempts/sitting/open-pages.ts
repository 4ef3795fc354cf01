import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock.ts';
import { BatchesByKey } from '../../platform/postgres/batches.ts';
import { findQuiz } from '../../quizzes/quizzes.reads.ts';
import { type AttemptKey, findAttempt, updateLastSeen } from '../store/attempts.queries.ts';
import { listAnnouncements, listStates } from '../store/attempt-lists.queries.ts';
import { clockOf } from '../store/attempt-clock.ts';
import { arrivesInTime } from '../rules/deadlines.ts';
import { unknownQuiz } from '../store/attempt-refusals.ts';
import type { DueAttempts } from '../store/due-attempts.ts';
import { requireAssignedQuiz } from '../store/require-quiz.ts';

interface Page {
  tab: string | null;
  /** The id of its last announcement; null if it asks only for the time. */
  after: number | null;
}

interface Look {
  personId: string;
  after: number;
}

type Seen = Pick<State, 'deadlineAt' | 'submittedBy' | 'tab'> & { announcements: Announcement[] };
type State = Awaited<ReturnType<typeof listStates>>[number];
type Announcement = Awaited<ReturnType<typeof listAnnouncements>>[number];

interface OpenPagesServices {
  /** For the time, at whose end a page submits. */
  pool: Pool;
  /** For the rest, which saves and submissions don’t wait for. */
  pagesPool: Pool;
  clock: Clock;
  graceMs: number;
  due: DueAttempts;
}

/** What pages of a test ask for. A class asks together, so each question is put to the database once. */
export class OpenPages {
  readonly #services: OpenPagesServices;
  /** By quiz: when a student's attempt began. */
  readonly #begun: BatchesByKey<string, Date | null>;
  readonly #looks: BatchesByKey<Look, Seen | null>;

  constructor(services: OpenPagesServices) {
    this.#services = services;
    this.#begun = new BatchesByKey(async (quizId, personIds) => {
      const states = await listStates(services.pagesPool, quizId, personIds);
      const begun = new Map(states.map(({ personId, startedAt }) => [personId, startedAt]));
      return personIds.map((personId) => begun.get(personId) ?? null);
    });
    this.#looks = new BatchesByKey((quizId, looks) => this.#lookAll(quizId, looks));
  }

  /** Null before the start. */
  findBegun(quizId: string, personId: string): Promise<Date | null> {
    return this.#begun.do(quizId, personId);
  }

  /** Refuses a quiz that is not available to this student, or does not exist. */
  async requireKnown(quizId: string, personId: string | null): Promise<void> {
    const { pagesPool: pool } = this.#services;
    if (personId !== null && (await this.findBegun(quizId, personId)) !== null) return;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw unknownQuiz();
    if (personId !== null) await requireAssignedQuiz(pool, quiz, personId);
  }

  /** The time left; for a page without an event stream also what its stream would have sent. */
  async getStatus(key: AttemptKey, { tab, after }: Page) {
    const { clock, graceMs } = this.#services;
    if (after === null) return this.#settle(key);
    const seen = await this.#looks.do(key.quizId, { personId: key.personId, after });
    const isOver = seen && !arrivesInTime(clock.nowMs(), seen.deadlineAt.getTime(), graceMs);
    if (!seen || (isOver && seen.submittedBy === null)) return this.#settle(key);
    return {
      completed: seen.submittedBy !== null,
      ...clockOf(seen, clock.nowMs()),
      announcements: seen.announcements.map(({ id, text, at }) => ({
        id,
        text,
        at: at.toISOString(),
      })),
      isTakenOver: tab !== null && seen.tab !== null && tab !== seen.tab,
    };
  }

  /** Submits the attempt if its time is over. */
  async #settle(key: AttemptKey) {
    const { pool, due, clock } = this.#services;
    const found = await findAttempt(pool, key);
    if (!found) {
      await requireAssignedQuiz(pool, await findQuiz(pool, key.quizId), key.personId);
      return { completed: false, remainingMs: null, endedTime: null };
    }
    const attempt = await due.settle(found);
    return { completed: attempt.submittedAt !== null, ...clockOf(attempt, clock.nowMs()) };
  }

  async #lookAll(quizId: string, looks: readonly Look[]): Promise<(Seen | null)[]> {
    const { pagesPool: pool, clock } = this.#services;
    const ids = [...new Set(looks.map(({ personId }) => personId))];
    const states = await listStates(pool, quizId, ids);
    const byPerson = new Map(states.map((state) => [state.personId, state]));
    const earliest = Math.min(...looks.map(({ after }) => after));
    const announcements = await listAnnouncements(pool, quizId, earliest);
    // As an open stream does, asking shows that the student is present.
    await updateLastSeen(pool, quizId, [...byPerson.keys()], new Date(clock.nowMs()));
    return looks.map(({ personId, after }) => {
      const state = byPerson.get(personId);
      const own = announcements.filter(
        ({ id, hearers }) => id > after && (hearers === null || hearers.includes(personId)),
      );
      return state ? { ...state, announcements: own } : null;
    });
  }
}
