import type { Saved, Sitting } from '@vlabs/contract/attempts/attempts';
import type { recordSteps } from '@vlabs/contract/attempts/page-steps';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { Batches } from '../../platform/postgres/batches.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import {
  type PaperQuestion,
  showDetails,
  writeQuestionsWithoutKeys,
} from '../../quizzes/quizzes.reads.ts';
import { changesOfPrograms } from './record-writing.ts';
import { insertWriting } from '../store/submissions.queries.ts';
import type { Arrival } from '../../platform/connections/arrival.ts';
import { clockOf, refuseWithHeld, stateOf } from '../store/attempt-clock.ts';
import { closed } from '../store/attempt-refusals.ts';
import type { AttemptWatch } from '../store/attempt-watch.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  lockAttempt,
  updateLockedAnswers,
  updateTab,
  MAX_SAVE_LINES,
  type NewStep,
  insertPageSteps,
  insertSteps,
} from '../store/attempts.queries.ts';
import type { DueAttempts } from '../store/due-attempts.ts';
import type { Answers } from '../rules/answers.ts';
import type { Papers } from '../store/papers.ts';
import { type ArrivedSave, updateAnswers } from './sitting.queries.ts';
import { decideSave } from '../rules/saving.ts';
import { SaveTurns, firstOfEach, nameOf } from './save-turns.ts';
import { Places } from '../../platform/jobs/places.ts';
import type { OpenPages } from './open-pages.ts';
import { StartLine, type StartLimits } from './start-line.ts';
import type { StartTickets } from './start-tickets.ts';
import { Starts } from './starts.service.ts';
import type { Submissions } from './submissions.service.ts';
import { explainMissingAttempt } from '../store/require-quiz.ts';

interface AttemptsServices {
  pool: Pool;
  clock: Clock;
  graceMs: number;
  papers: Papers;
  due: DueAttempts;
  submissions: Submissions;
  watch: AttemptWatch;
  pages: OpenPages;
  startTickets: StartTickets;
  startLimits?: Partial<StartLimits> | undefined;
}

/** Of the connections to the database for answers; the others are for saves and submissions. */
const CONNECTIONS_OF_STARTS = 2;

interface OpenedPage {
  tab: string | null;
  /** The page that this one replaces in the same window. */
  previousTab: string | null;
  /** Keeps the place in line of an earlier try. */
  ticket: string | null;
}

/** A saved set of answers. */
interface Kept {
  deadlineAt: Date;
  savedAt: Date;
}

interface Save {
  sequence: number;
  answers: Answers;
  /** The number of answered questions. */
  answered: number;
  /** The questions of the paper that are programs. */
  programs: readonly PaperQuestion[];
  tab: string | null;
}

type SentSave = Omit<Save, 'answered' | 'programs'>;

/** Sitting a quiz: start or return, save, ask for the time left. */
export class Attempts {
  readonly #services: AttemptsServices;
  readonly #starts: Starts;
  readonly #saves: Batches<ArrivedSave, Kept | null>;
  readonly #turns = new SaveTurns();
  readonly #line: StartLine;
  readonly #places = new Places(CONNECTIONS_OF_STARTS);

  constructor(services: AttemptsServices) {
    this.#services = services;
    this.#starts = new Starts({ ...services, places: this.#places });
    this.#line = new StartLine(services.startTickets, services.startLimits);
    this.#saves = new Batches((saves) => this.#keepAll(saves));
  }

  /** Starts the attempt, or returns the existing one, when it is the student's turn. */
  startAttempt(arrival: Arrival, quizId: string, page: OpenedPage): Promise<Sitting> {
    const { clock, pages } = this.#services;
    const { personId } = arrival;
    const findBegun = () => pages.findBegun(quizId, personId);
    const arrived = { personId, quizId, nowMs: clock.nowMs(), ticket: page.ticket, findBegun };
    return this.#line.run(arrived, (hasWaited) => {
      // The wait takes none of the student's time.
      const begins = hasWaited ? { ...arrival, arrivedAtMs: clock.nowMs() } : arrival;
      return this.#startInTurn(begins, quizId, page);
    });
  }

  async #startInTurn(arrival: Arrival, quizId: string, page: OpenedPage): Promise<Sitting> {
    const { pool, papers, clock, graceMs } = this.#services;
    const started = await this.#starts.start(quizId, { arrival, tab: page.tab });
    const { quiz, isNew } = started;
    const attempt = isNew
      ? started.attempt
      : await this.#places.run(() => this.#comeBack(arrival, started.attempt, page));
    const paper = await papers.getPaper(pool, quiz, arrival.personId);
    return {
      questions: writeQuestionsWithoutKeys(paper),
      startedTime: attempt.startedAt.toISOString(),
      ...clockOf(attempt, clock.nowMs()),
      formDetails: showDetails(quiz),
      savedAnswers: attempt.answers,
      sequence: attempt.sequence,
      graceSeconds: graceMs / 1000,
      ...(quiz.pastes !== 'told' && { pastes: quiz.pastes }),
    };
  }

  async #comeBack(arrival: Arrival, begun: Attempt, page: OpenedPage): Promise<Attempt> {
    const { due, submissions } = this.#services;
    const attempt = await due.settle(begun);
    if (attempt.submittedAt) throw await submissions.alreadySubmitted(attempt);
    const { tab, previousTab } = page;
    if (tab === null || tab === attempt.tab) return attempt;
    await this.#takeOver(arrival, attempt, { tab, previousTab });
    return { ...attempt, tab };
  }

  /** From now on only the newest page may save. */
  async #takeOver(
    arrival: Arrival,
    attempt: Attempt,
    { tab, previousTab }: { tab: string; previousTab: string | null },
  ): Promise<void> {
    const { pool, watch } = this.#services;
    const isReload = attempt.tab === null || attempt.tab === previousTab;
    const step = stepOf(arrival, attempt, isReload ? 'reconnect' : 'second-device');
    await inTransaction(pool, async (db) => {
      await updateTab(db, attempt, tab, step.at);
      await insertPageSteps(db, attempt, [step], step.at);
      watch.notify(db, attempt.quizId);
    });
  }

  saveAnswers(arrival: Arrival, quizId: string, sent: SentSave): Promise<Saved> {
    const key = { quizId, personId: arrival.personId };
    return this.#turns.run(key, sent.sequence, () => this.#saveInTurn(arrival, key, sent));
  }

  async #saveInTurn(arrival: Arrival, key: AttemptKey, sent: SentSave): Promise<Saved> {
    const { pool, clock, papers } = this.#services;
    const save = { ...sent, ...(await papers.requireAnswers(pool, key, sent.answers)) };
    const kept = await this.#saves.do({ ...arrival, ...save, ...key });
    if (kept === null) return this.#saveByTheRules(arrival, key, save);
    return showSaved(save.sequence, kept.savedAt, clockOf(kept, clock.nowMs()));
  }

  /** Null for each save that is not simply the next one of an attempt in progress. */
  async #keepAll(saves: readonly ArrivedSave[]): Promise<(Kept | null)[]> {
    const { pool, clock, graceMs } = this.#services;
    const savedAt = new Date(clock.nowMs());
    const firsts = firstOfEach(saves);
    const hasPrograms = saves.some(({ programs }) => programs.length > 0);
    const keep = (db: Database) => updateAnswers(db, [...firsts], { savedAt, graceMs });
    const kept = hasPrograms
      ? await inTransaction(pool, async (db) => recordWriting(db, firsts, await keep(db)))
      : await keep(pool);
    const deadlines = new Map(kept.map((one) => [nameOf(one), one.deadlineAt]));
    return saves.map((save) => {
      const deadlineAt = firsts.has(save) ? deadlines.get(nameOf(save)) : undefined;
      return deadlineAt === undefined ? null : { deadlineAt, savedAt };
    });
  }

  /** Handles saves that are not simply the next one of an attempt in progress. */
  #saveByTheRules(arrival: Arrival, key: AttemptKey, save: Save): Promise<Saved> {
    const { pool, clock, graceMs, submissions } = this.#services;
    return inTransaction(pool, async (db) => {
      const attempt = await lockAttempt(db, key);
      if (!attempt) throw await explainMissingAttempt(db, key);
      const { arrivedAtMs } = arrival;
      const decision = decideSave(stateOf(attempt), { ...save, arrivedAtMs }, graceMs);
      if (decision === 'closed') throw closed(attempt);
      if (decision === 'stale_sequence' || decision === 'taken_over') {
        throw refuseWithHeld(decision, attempt, clock.nowMs());
      }
      const now = clock.nowMs();
      if (decision === 'repeated') {
        return showSaved(save.sequence, attempt.savedAt ?? new Date(now), clockOf(attempt, now));
      }
      const savedAt = new Date(now);
      const { sequence, answered } = save;
      const line = stepOf(arrival, key, 'save', { sequence, answered });
      await keepSaveLine(db, line, await updateLockedAnswers(db, key, { ...save, savedAt }));
      const { answers: before } = attempt;
      const { programs: paper, answers: after } = save;
      const at = new Date(arrivedAtMs);
      await insertWriting(db, changesOfPrograms({ ...key, paper, before, after, at }));
      // It arrived in time, but was read only after the server had submitted the attempt.
      if (attempt.submittedAt) await submissions.gradeAgain(db, { ...attempt, ...save });
      return showSaved(save.sequence, savedAt, clockOf(attempt, now));
    });
  }

  /**
   * Records the page's events with their times; excess lines are dropped. The page says how long ago each was, so an
   * event is dated within the attempt: none before Start, and none that came after the submission.
   */
  async recordSteps(
    arrival: Arrival,
    quizId: string,
    steps: readonly PageStep[],
  ): Promise<{ isKept: boolean }> {
    const { pool, watch } = this.#services;
    const key = { quizId, personId: arrival.personId };
    const attempt = await findAttempt(pool, key);
    if (!attempt) throw await explainMissingAttempt(pool, key);
    const [startedMs, submittedMs] = [
      attempt.startedAt.getTime(),
      attempt.submittedAt?.getTime() ?? Infinity,
    ];
    const lines = steps.flatMap(({ step, agoMs, ...details }) => {
      const at = new Date(Math.max(startedMs, arrival.arrivedAtMs - agoMs));
      return at.getTime() > submittedMs ? [] : [{ ...stepOf(arrival, key, step, details), at }];
    });
    if (lines.length === 0) return { isKept: true };
    const added = await insertPageSteps(pool, key, lines, new Date(arrival.arrivedAtMs));
    watch.notify(pool, quizId);
    return { isKept: added === lines.length };
  }
}

/** Records how the programs of saved attempts were typed. */
async function recordWriting<Row extends AttemptKey & { before: Answers | null }>(
  db: Database,
  saves: ReadonlySet<ArrivedSave>,
  kept: Row[],
): Promise<Row[]> {
  const byName = new Map([...saves].map((save) => [nameOf(save), save]));
  const changes = kept.flatMap((one) => {
    const save = byName.get(nameOf(one));
    if (!save || one.before === null) return [];
    const { quizId, personId, programs: paper, answers: after, arrivedAtMs } = save;
    const at = new Date(arrivedAtMs);
    return changesOfPrograms({ quizId, personId, paper, before: one.before, after, at });
  });
  await insertWriting(db, changes);
  return kept;
}

type PageStep = z.output<typeof recordSteps.body>['steps'][number];

function showSaved(sequence: number, savedAt: Date, clock: ReturnType<typeof clockOf>): Saved {
  return { sequence, savedAt: savedAt.toISOString(), ...clock };
}

/** After this many saves, answers are still stored but their lines are not; the timeline says so once. */
async function keepSaveLine(db: Database, line: NewStep, saveLines: number): Promise<void> {
  if (saveLines > MAX_SAVE_LINES + 1) return;
  const isLeftOut = saveLines > MAX_SAVE_LINES;
  await insertSteps(db, [isLeftOut ? { ...line, step: 'left-out', details: {} } : line]);
}

function stepOf(
  arrival: Arrival,
  { quizId, personId }: AttemptKey,
  step: string,
  details: Record<string, unknown> = {},
): NewStep {
  const { address, browser, arrivedAtMs } = arrival;
  return {
    quizId,
    personId,
    at: new Date(arrivedAtMs),
    step,
    by: personId,
    address,
    browser,
    details,
  };
}
