import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { LiveEvents } from '../platform/events/live-events.ts';
import { AttemptWatch } from './store/attempt-watch.ts';
import { Attempts } from './sitting/attempts.service.ts';
import { OpenPages } from './sitting/open-pages.ts';
import type { StartLimits } from './sitting/start-line.ts';
import { StartTickets } from './sitting/start-tickets.ts';
import { Control } from './control/control.service.ts';
import { ProgressByQuestion } from './control/question-progress.service.ts';
import { DueAttempts } from './store/due-attempts.ts';
import type { Tasks } from '../platform/events/tasks.ts';
import type { ProgramRunner } from '../runs/runs.reads.ts';
import { Judging } from './judging/judging.service.ts';
import { HandMarks } from './judging/hand-marks.ts';
import { KeyJudging } from './judging/key-judging.ts';
import { Extensions } from './control/extensions.service.ts';
import { Papers } from './store/papers.ts';
import { Rescoring } from './results/rescoring.service.ts';
import { Results } from './results/results.service.ts';
import { Submissions } from './sitting/submissions.service.ts';

interface SittingsOptions {
  pool: Pool;
  /** For answers and submissions. */
  answers: Pool;
  clock: Clock;
  liveEvents: LiveEvents;
  jobs: Jobs;
  tasks: Tasks;
  /** Runs the programs of submitted attempts. */
  runs: ProgramRunner;
  log: Log;
  /** How long after the deadline requests still count. */
  graceSeconds: number;
  /** The files' secret, from which keys for other purposes are derived. */
  files: ConstructorParameters<typeof StartTickets>[0];
  /** How many students start at the same time; has defaults. */
  startLimits?: Partial<StartLimits> | undefined;
}

/** The services for sitting quizzes. Created before the jobs are started. */
export class Sittings {
  readonly attempts: Attempts;
  readonly pages: OpenPages;
  readonly submissions: Submissions;
  readonly results: Results;
  readonly extensions: Extensions;
  readonly control: Control;
  readonly progress: ProgressByQuestion;
  readonly rescoring: Rescoring;
  readonly judging: Judging;
  readonly keyJudging: KeyJudging;
  readonly handMarks: HandMarks;
  readonly watch: AttemptWatch;
  readonly #due: DueAttempts;

  constructor({ graceSeconds, answers, ...options }: SittingsOptions) {
    const papers = new Papers();
    this.watch = new AttemptWatch(options);
    const shared = { ...options, graceMs: graceSeconds * 1000, papers, watch: this.watch };
    const sitting = { ...shared, pool: answers };
    this.#due = new DueAttempts(sitting);
    this.results = new Results({ ...shared, due: this.#due });
    this.submissions = new Submissions({ ...sitting, results: this.results });
    this.pages = new OpenPages({ ...sitting, pagesPool: options.pool, due: this.#due });
    this.attempts = new Attempts({
      ...sitting,
      due: this.#due,
      submissions: this.submissions,
      pages: this.pages,
      startTickets: new StartTickets(options.files),
    });
    this.extensions = new Extensions(shared);
    this.control = new Control(shared);
    this.progress = new ProgressByQuestion(shared);
    this.rescoring = new Rescoring(shared);
    this.judging = new Judging(shared);
    this.keyJudging = new KeyJudging(shared);
    this.handMarks = new HandMarks(shared);
  }

  /** Submits what became due while no server was running. */
  async start(): Promise<void> {
    await this.#due.start();
    await this.judging.start();
  }

  stop(): void {
    this.#due.stop();
    this.judging.stop();
    this.watch.close();
  }
}
