import { StormClients } from '../../../bench/storm/storm-clients.ts';
import { type Person, insertPeople } from '../../../bench/storm/storm-product.ts';
import { makeStormQuiz } from '../../../bench/storm/storm-quiz.ts';
import type { Cluster } from '../cluster.ts';
import { comesWithin, waitUntil } from '../wait-until.ts';
import { type Classroom, ask } from './classroom.ts';
import { listKeptSaves } from './kept.queries.ts';
import { Listeners } from './listeners.ts';
import { type AcknowledgedRun, Programs } from './programs.ts';
import { QUESTIONS, Sitters } from './sitters.ts';
import { Terminals } from './terminals.ts';
import { type AcknowledgedFile, Uploads } from './uploads.ts';

const SITTERS = 40;
const IN_TERMINALS = 4;
/** The grace period of a test: a longer delay could lose an answer. */
const EVERYBODY_SAVED_WITHIN_S = 120;
const HEARD_WITHIN_S = 60;
const ECHOED_WITHIN_S = 90;

/** Data that was acknowledged to the class, and what of it is missing. */
export interface Count {
  acknowledged: number;
  missing: string[];
}

/** A class at work: it saves, runs programs, listens, uses terminals and uploads continuously. */
export class LabClass {
  readonly #room: Classroom;
  readonly #cluster: Cluster;
  readonly #admin: Person;
  readonly #end = new AbortController();
  readonly sitters: Sitters;
  readonly listeners: Listeners;
  readonly terminals: Terminals;
  readonly #programs: Programs;
  readonly uploads: Uploads;
  #work: Promise<unknown> = Promise.resolve();
  /** The counts of the previous rows. */
  #counted = { saves: 0, runs: 0, files: 0 };

  private constructor(
    cluster: Cluster,
    room: Classroom,
    { admin, people }: { admin: Person; people: readonly Person[] },
  ) {
    this.#cluster = cluster;
    this.#room = room;
    this.#admin = admin;
    const sitters = people.slice(0, SITTERS);
    const [uploader] = people.slice(SITTERS + IN_TERMINALS);
    this.sitters = new Sitters(room, sitters);
    this.listeners = new Listeners(room, sitters);
    this.#programs = new Programs(room, sitters);
    this.terminals = new Terminals(room, people.slice(SITTERS, SITTERS + IN_TERMINALS));
    this.uploads = new Uploads(room, uploader ?? admin);
  }

  static async gather(cluster: Cluster, url: string): Promise<LabClass> {
    const [admins, people] = await cluster.withDatabase(async (pool) => [
      await insertPeople(pool, 1, 1),
      await insertPeople(pool, SITTERS + IN_TERMINALS + 1, 0),
    ]);
    const [admin] = admins ?? [];
    if (!admin || !people) throw new Error('The class was not made.');
    const clients = new StormClients(url);
    const quizId = await makeStormQuiz(clients, admin, QUESTIONS);
    clients.close();
    const over = new AbortController().signal;
    return new LabClass(cluster, { url, quizId, over }, { admin, people });
  }

  async start(): Promise<void> {
    const { signal } = this.#end;
    await this.sitters.start();
    this.#work = Promise.all([
      this.sitters.sit(signal),
      this.listeners.listen(signal),
      this.#programs.work(signal),
      this.terminals.work(signal),
      this.uploads.work(signal),
    ]);
    this.#work.catch(() => undefined);
  }

  /** Ends their work, but not the test. */
  async stop(): Promise<void> {
    this.#end.abort();
    await this.#work;
  }

  /** Waits until every student has a saved answer from after that moment. */
  untilAllSaved(moment: number): Promise<void> {
    return waitUntil('everybody saves again', EVERYBODY_SAVED_WITHIN_S, () =>
      this.sitters.haveSavedSince(moment),
    );
  }

  /** A teacher sends an announcement. Returns how many of the class received it. */
  async announce(text: string): Promise<number> {
    const path = `/api/v1/auth/quiz/${this.#room.quizId}/announcements`;
    await waitUntil('the announcement is taken', HEARD_WITHIN_S, async () => {
      const { status } = await ask(this.#room, 'POST', path, {
        person: this.#admin,
        body: { text },
      });
      return status === 200 || status === 201;
    });
    const { listeners } = this;
    await comesWithin(HEARD_WITHIN_S, () => listeners.countReceived(text) === listeners.count);
    return listeners.countReceived(text);
  }

  /** How many students in terminals read an echo of something they typed after the call. */
  async countEchoed(): Promise<number> {
    const now = performance.now();
    const { terminals } = this;
    await comesWithin(ECHOED_WITHIN_S, () => terminals.countEchoedSince(now) === terminals.count);
    return terminals.countEchoedSince(now);
  }

  /** How much was acknowledged so far. */
  mark(): { saves: number; runs: number; files: number } {
    return {
      saves: this.sitters.acknowledged.length,
      runs: this.#programs.acknowledged.length,
      files: this.uploads.acknowledged.length,
    };
  }

  /**
   * Looks for every save that was ever acknowledged, because later checks may show what an earlier fault lost; and
   * for the runs and files since the last call.
   */
  async countNew(): Promise<{ newSaves: number; saves: Count; runs: Count; files: Count }> {
    const { saves: savesBefore, runs: runsBefore, files: filesBefore } = this.#counted;
    this.#counted = this.mark();
    const runs = await this.#countRuns(
      this.#programs.acknowledged.slice(runsBefore, this.#counted.runs),
    );
    const files = await this.#countFiles(
      this.uploads.acknowledged.slice(filesBefore, this.#counted.files),
    );
    const newSaves = this.#counted.saves - savesBefore;
    return { newSaves, saves: await this.#countSaves(), runs, files };
  }

  /** Looks for everything that was ever acknowledged. */
  async countAll(): Promise<{ saves: Count; runs: Count; files: Count }> {
    return {
      saves: await this.#countSaves(),
      runs: await this.#countRuns(this.#programs.acknowledged),
      files: await this.#countFiles(this.uploads.acknowledged),
    };
  }

  async #countSaves(): Promise<Count> {
    const message = [...this.sitters.acknowledged];
    let kept = new Set<string>();
    await waitUntil('the database is read', EVERYBODY_SAVED_WITHIN_S, async () => {
      kept = await this.#cluster.withDatabase((pool) => listKeptSaves(pool, this.#room.quizId));
      return true;
    });
    return { acknowledged: message.length, missing: message.filter((line) => !kept.has(line)) };
  }

  async #countRuns(runs: readonly AcknowledgedRun[]): Promise<Count> {
    return { acknowledged: runs.length, missing: await this.#programs.findLost(runs) };
  }

  async #countFiles(files: readonly AcknowledgedFile[]): Promise<Count> {
    return { acknowledged: files.length, missing: await this.uploads.findMissing(files) };
  }
}
