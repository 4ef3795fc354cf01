import { type Enrolment, NOT_ENROLLED, isInAudience } from '@vlabs/contract/students/audience';
import type { Pool } from 'pg';
import { BatchesByKey } from '../../platform/postgres/batches.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import type { Places } from '../../platform/jobs/places.ts';
import { type PublicError, conflict } from '../../platform/errors.ts';
import { type Quiz, findQuiz, findQuizToStart } from '../../quizzes/quizzes.reads.ts';
import { listEnrolments } from '../../students/students.reads.ts';
import type { Arrival } from '../../platform/connections/arrival.ts';
import { unknownQuiz } from '../store/attempt-refusals.ts';
import { type Attempt, listAttemptsOf } from '../store/attempts.queries.ts';
import { DUE_MARGIN_MS } from '../store/due-attempts.ts';
import { listExtensions } from '../store/extensions.queries.ts';
import { type Extension, deadlineFor, timesFor } from '../rules/extensions.ts';
import { timesOf } from '../rules/quiz-times.ts';
import { type NewAttempt, insertAttempts, insertDueJobs } from './sitting.queries.ts';

export interface Start {
  arrival: Arrival;
  /** The page that opened it. */
  tab: string | null;
}

export interface Started {
  quiz: Quiz;
  attempt: Attempt;
  /** False if it already existed. */
  isNew: boolean;
}

/** The outcome of a first start: an attempt to add, or the reason why not. */
type Decision = NewAttempt | PublicError;

/** Starts attempts. A class that starts together takes a few transactions. */
export class Starts {
  readonly #pool: Pool;
  readonly #graceMs: number;
  readonly #batches: BatchesByKey<Start, Started>;

  constructor({ pool, graceMs, places }: { pool: Pool; graceMs: number; places: Places }) {
    this.#pool = pool;
    this.#graceMs = graceMs;
    this.#batches = new BatchesByKey<Start, Started>((quizId, starts) =>
      places.run(() => this.#startAll(quizId, starts)),
    );
  }

  start(quizId: string, start: Start): Promise<Started> {
    return this.#batches.do(quizId, start);
  }

  async #startAll(quizId: string, starts: readonly Start[]): Promise<(Started | PublicError)[]> {
    const begun = await findByPerson(this.#pool, quizId, starts.map(personOf));
    const fresh = starts.filter((start) => !begun.has(personOf(start)));
    const { quiz, decisions, attempts, added } =
      fresh.length === 0
        ? nobodyBegins(await findQuiz(this.#pool, quizId))
        : await inTransaction(this.#pool, (db) => this.#begin(db, quizId, fresh));
    return starts.map((start) => {
      const personId = personOf(start);
      const decision = decisions.get(personId);
      if (decision instanceof Error) return decision;
      const attempt = begun.get(personId) ?? attempts.get(personId);
      if (!quiz || !attempt) return unknownQuiz();
      // Of two concurrent starts of one student, the second returns the first's attempt.
      return { quiz, attempt, isNew: added.delete(personId) };
    });
  }

  async #begin(db: Database, quizId: string, starts: readonly Start[]): Promise<Beginning> {
    const quiz = await findQuizToStart(db, quizId);
    if (quiz?.status !== 'published') return nobodyBegins(null);
    const enrolments = await listEnrolments(db, starts.map(personOf));
    const extensions = await listExtensions(db, [quizId]);
    const decisions = new Map<string, Decision>();
    for (const start of starts) {
      const rollNumber = personOf(start);
      const student = { rollNumber, ...(enrolments.get(rollNumber) ?? NOT_ENROLLED) };
      if (decisions.has(rollNumber)) continue;
      decisions.set(rollNumber, decideStart({ quiz, extensions, student, start }));
    }
    const planned = [...decisions.values()].flatMap((decision) =>
      decision instanceof Error ? [] : [decision],
    );
    const added = await insertAttempts(db, quiz, planned);
    const due = planned.map(({ personId, deadlineAt }) => ({
      personId,
      dueAt: new Date(deadlineAt.getTime() + this.#graceMs + DUE_MARGIN_MS),
    }));
    await insertDueJobs(
      db,
      quizId,
      due.filter(({ personId }) => added.has(personId)),
    );
    // Another server created the attempt first.
    const personIds = planned.map(({ personId }) => personId);
    return { quiz, decisions, added, attempts: await findByPerson(db, quizId, personIds) };
  }
}

interface Beginning {
  quiz: Quiz | null;
  decisions: Map<string, Decision>;
  added: Set<string>;
  attempts: Map<string, Attempt>;
}

const nobodyBegins = (quiz: Quiz | null): Beginning => ({
  quiz,
  decisions: new Map(),
  added: new Set(),
  attempts: new Map(),
});

function decideStart({
  quiz,
  extensions,
  student,
  start,
}: {
  quiz: Quiz;
  extensions: readonly Extension[];
  student: Enrolment;
  start: Start;
}): Decision {
  if (!isInAudience(quiz.audience, student)) return unknownQuiz();
  const { arrival, tab } = start;
  const startedAtMs = Math.floor(arrival.arrivedAtMs);
  const times = timesFor(timesOf(quiz), extensions, student);
  if (startedAtMs < quiz.startsAt.getTime()) {
    return conflict('not_open', 'This test hasn’t started yet. Come back at its start time.');
  }
  if (startedAtMs >= times.closesAtMs) {
    return conflict('closed', 'This test has ended. You can’t start it.');
  }
  return {
    personId: arrival.personId,
    startedAt: new Date(startedAtMs),
    deadlineAt: new Date(deadlineFor(times, startedAtMs)),
    tab,
    address: arrival.address,
    browser: arrival.browser,
  };
}

const personOf = ({ arrival }: Start): string => arrival.personId;

async function findByPerson(db: Database, quizId: string, personIds: readonly string[]) {
  const attempts = await listAttemptsOf(db, quizId, personIds);
  return new Map(attempts.map((attempt) => [attempt.personId, attempt]));
}
