import { LoadClients } from '../../../server/testing/load/load-clients.ts';
import { type Person, insertPeople } from '../../../server/testing/load/people.ts';
import { makeLoadQuiz } from '../../../server/testing/load/load-quiz.ts';
import { type Classroom, call } from '../../../server/testing/load/calls.ts';
import { type Compared, QUESTIONS, Sitters } from '../../../server/testing/load/sitters.ts';
import type { Cluster } from '../cluster.ts';
import { comesWithin, waitUntil } from '../../../server/testing/load/wait-until.ts';
import { Listeners } from '../../../server/testing/load/listeners.ts';
import { type AcknowledgedRun, Programs } from '../../../server/testing/load/programs.ts';
import { Terminals } from '../../../server/testing/load/terminals.ts';
import { type AcknowledgedFile, Uploads } from '../../../server/testing/load/uploads.ts';

const SITTERS = 40;
const SAVE_EVERY_MS = 2500;
const START_WITHIN_MS = 5000;
const SUBMIT_WITHIN_MS = 3000;
/** As in the page. */
const TIMEOUT_MS = 15_000;
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
  readonly #clients: LoadClients;
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
    this.#clients = new LoadClients(room.url);
    const { quizId } = room;
    this.sitters = new Sitters(
      { clients: this.#clients, quizId, retries: true, timeoutMs: TIMEOUT_MS },
      sitters,
    );
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
    const clients = new LoadClients(url);
    const quizId = await makeLoadQuiz(clients, admin, QUESTIONS);
    clients.close();
    const over = new AbortController().signal;
    const room = { url, quizId, over, note: () => undefined, timeoutMs: TIMEOUT_MS };
    return new LabClass(cluster, room, { admin, people });
  }

  async start(): Promise<void> {
    const { signal } = this.#end;
    await this.sitters.start(START_WITHIN_MS);
    const { refused } = this.sitters.calls.start;
    if (Object.keys(refused).length > 0) {
      throw new Error(`A test could not be started: ${JSON.stringify(refused)}`);
    }
    this.#work = Promise.all([
      this.sitters.sit(signal, SAVE_EVERY_MS),
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
      const { status } = await call(this.#room, 'POST', path, {
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

  /** Everybody submits. Counts those with and without a receipt of their answers. */
  async submit(): Promise<{ submitted: number; wrong: number }> {
    await this.sitters.submit(SUBMIT_WITHIN_MS);
    const { unsubmitted } = await this.#compare();
    this.#clients.close();
    return { submitted: SITTERS - unsubmitted, wrong: unsubmitted };
  }

  async #countSaves(): Promise<Count> {
    const { acknowledged, missing } = await this.#compare();
    return { acknowledged: acknowledged.length, missing };
  }

  async #compare(): Promise<Compared> {
    let compared: Compared | null = null;
    await waitUntil('the database is read', EVERYBODY_SAVED_WITHIN_S, async () => {
      compared = await this.#cluster.withDatabase((pool) => this.sitters.compare(pool));
      return true;
    });
    if (!compared) throw new Error('The database was not read.');
    return compared;
  }

  async #countRuns(runs: readonly AcknowledgedRun[]): Promise<Count> {
    return { acknowledged: runs.length, missing: await this.#programs.findLost(runs) };
  }

  async #countFiles(files: readonly AcknowledgedFile[]): Promise<Count> {
    return { acknowledged: files.length, missing: await this.uploads.findMissing(files) };
  }
}
