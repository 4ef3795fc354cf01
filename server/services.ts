import type { LiveTurns } from '@vlabs/contract/runs/live-runs';
import type { Pool } from 'pg';
import { Archives } from './archives/archives.service.ts';
import { Assignments } from './assignments/assignments.service.ts';
import { HandIns } from './assignments/hand-ins.service.ts';
import { PreparedAssignments } from './assignments/prepared.service.ts';
import { copiedAssignments } from './assignments/copy-assignments.service.ts';
import { TestCases } from './assignments/test-cases/test-cases.service.ts';
import type { StartLimits } from './attempts/sitting/start-line.ts';
import { Sittings } from './attempts/sittings.ts';
import { LoginLimiter } from './auth/limits/login-limiter.ts';
import { type Config, sharedSettings } from './config.ts';
import type { Files } from './files/files.service.ts';
import { openFiles } from './files/open-files.ts';
import { Insight } from './insight/insight.service.ts';
import { KeyCorrections } from './insight/corrections/key-corrections.service.ts';
import { hasAttempts } from './attempts/attempts.reads.ts';
import { listFilesGivenTo } from './assignments/assignments.reads.ts';
import { mayReadFile } from './assignments/link-readers.ts';
import { Quizzes } from './quizzes/quizzes.service.ts';
import { erasers } from './erasers.ts';
import { Erasure } from './privacy/erasure.service.ts';
import { MyData } from './privacy/my-data.service.ts';
import { noteRefusedEmail } from './auth/auth.reads.ts';
import { NewDevices } from './auth/devices/new-devices.ts';
import { MailLinks } from './auth/mail-links/mail-links.service.ts';
import { type SecondStepParts, openSecondStep } from './auth/second-step/open-second-step.ts';
import { copiedArrangement } from './marks/copy-arrangement.ts';
import { MailService } from './mail/mail.service.ts';
import { Digests } from './notices/digest/digests.service.ts';
import { Notices } from './notices/notices.service.ts';
import type { Clock } from './platform/clock.ts';
import { LiveEvents } from './platform/events/live-events.ts';
import { Tasks } from './platform/events/tasks.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { PdfCompiler } from './platform/pdf/pdf-compiler.ts';
import type { Log } from './platform/postgres/dedicated-connection.ts';
import type { LoopWatch } from './platform/metrics/loop-watch.ts';
import { copiedQuizzes } from './quizzes/copying/copy-quizzes.service.ts';
import { LabRecords } from './records/records.service.ts';
import type { Runners } from './runs/runners/runners.ts';
import { Runs } from './runs/runs.service.ts';
import { requireSameSettings } from './platform/shared-settings.ts';
import { Similarity } from './similarity/similarity.service.ts';
import { Ldap } from './sign-on/ldap/ldap.ts';
import { Oidc } from './sign-on/oidc/oidc.ts';
import { type SignOnParts, openSignOn } from './sign-on/open-sign-on.ts';
import { Saml } from './sign-on/saml/saml.ts';
import { StudentImports } from './students/import/student-imports.ts';

/** Concurrent jobs per server. Runs wait for a runner and leave the CPU to it. */
const JOBS_AT_A_TIME = 8;

/** The dependencies of the services: the product, tests and benchmarks provide their own. */
interface Surroundings {
  config: Config;
  pool: Pool;
  /** For answers and submissions of tests; defaults to the pool. */
  answers?: Pool | undefined;
  /** Connects to the database itself if the pool does not; defaults to the pool. */
  direct?: Pool | undefined;
  /** The authoritative time for deadlines. */
  clock: Clock;
  /** Runs programs. Closed with the services. */
  runners: Runners;
  log: Log;
  /** Reports what blocks the event loop; default: nothing does. */
  loop?: LoopWatch | undefined;
  /** When terminals yield to waiting people; has a default. */
  liveTurns?: LiveTurns | undefined;
  /** How many students start a test at the same time; has defaults. */
  startLimits?: Partial<StartLimits> | undefined;
  /** True if no other server can use this database; default false. */
  isOnlyServer?: boolean | undefined;
}

/** All services of one server and how they depend on each other. */
export class Services {
  readonly config: Config;
  readonly pool: Pool;
  readonly answers: Pool;
  readonly clock: Clock;
  readonly loop: LoopWatch | undefined;
  readonly runs: Runs;
  readonly files: Files;
  readonly sittings: Sittings;
  readonly assignments: Assignments;
  readonly prepared: PreparedAssignments;
  readonly testCases: TestCases;
  readonly handIns: HandIns;
  readonly similarity: Similarity;
  readonly studentImports: StudentImports;
  readonly quizzes: Quizzes;
  readonly insight: Insight;
  readonly records: LabRecords;
  readonly archives: Archives;
  readonly keyCorrections: KeyCorrections;
  readonly mail: MailService;
  readonly mailLinks: MailLinks;
  readonly newDevices: NewDevices;
  readonly secondStep: SecondStepParts;
  readonly notices: Notices;
  readonly digests: Digests;
  readonly myData: MyData;
  readonly erasure: Erasure;
  readonly tasks: Tasks;
  readonly copiedParts = {
    quizzes: copiedQuizzes,
    assignments: copiedAssignments,
    marks: copiedArrangement,
  };
  readonly pdf = new PdfCompiler();
  readonly loginLimiter = new LoginLimiter();
  readonly signOn: SignOnParts;
  readonly #liveEvents: LiveEvents;
  readonly #jobs: Jobs;
  readonly #runners: Runners;
  readonly #log: Log;
  readonly #isOnlyServer: boolean;

  constructor(surroundings: Surroundings) {
    const { config, pool, clock, runners, log, loop, liveTurns, startLimits } = surroundings;
    this.config = config;
    this.pool = pool;
    this.clock = clock;
    this.loop = loop;
    this.#runners = runners;
    const { answers = pool, direct = pool, isOnlyServer = false } = surroundings;
    this.answers = answers;
    const liveEvents = new LiveEvents({ pool, direct, log });
    const jobs = new Jobs({
      pool,
      direct,
      log,
      concurrency: JOBS_AT_A_TIME,
      loop,
      isOnlyServer,
      whenServerDied: () => liveEvents.missed(),
    });
    this.#liveEvents = liveEvents;
    this.#log = log;
    this.#isOnlyServer = isOnlyServer;
    this.#jobs = jobs;
    const tasks = new Tasks({ liveEvents });
    this.tasks = tasks;
    const { runDays, mayDeleteRuns: mayDelete, graceSeconds } = config;
    const settings = { runDays, mayDelete, liveTurns };
    this.files = openFiles(config, { pool, jobs, log, listFilesGivenTo, mayReadFile });
    const secrets = this.files.stored;
    const mailing = { pool, jobs, log, secrets, settings: config.mail };
    this.mail = new MailService({ ...mailing, whenRefused: noteRefusedEmail });
    this.secondStep = openSecondStep({ pool, config, secrets, sendMail: this.mail.send });
    this.mailLinks = new MailLinks({ pool, jobs, config, sendMail: this.mail.send });
    this.newDevices = new NewDevices({ pool, jobs, config, sendMail: this.mail.send });
    this.runs = new Runs({ pool, jobs, liveEvents, runners, secrets, log, settings });
    const sitting = { pool, answers, clock, liveEvents, jobs, tasks, log, graceSeconds };
    const files = this.files.stored;
    this.sittings = new Sittings({ ...sitting, runs: this.runs, files, startLimits });
    const connectors = { oidc: new Oidc(), ldap: new Ldap(), saml: new Saml() };
    const { loginLimiter } = this;
    this.signOn = openSignOn({ pool, config, secrets, log, loginLimiter, connectors });
    this.assignments = new Assignments({ pool, files });
    this.prepared = new PreparedAssignments({ pool, jobs });
    this.testCases = new TestCases({ pool, jobs, tasks, runs: this.runs });
    const whenHandedIn = [this.testCases.whenHandedIn];
    this.handIns = new HandIns({ pool, files, assignments: this.assignments, whenHandedIn });
    this.similarity = new Similarity({ pool, jobs, tasks, log, clock, files });
    this.studentImports = new StudentImports({ pool, jobs, tasks, files: this.files });
    this.quizzes = new Quizzes({ pool, hasAttempts, runs: this.runs });
    this.insight = new Insight({ pool, clock });
    this.records = new LabRecords({ ...sitting, config, pdf: this.pdf, runs: this.runs });
    this.archives = new Archives({ ...sitting, files: this.files, pdf: this.pdf, config });
    const { rescoring: scores, keyJudging } = this.sittings;
    this.keyCorrections = new KeyCorrections({ pool, clock, scores, keyJudging });
    this.notices = new Notices({ pool, clock, liveEvents, graceSeconds });
    const digesting = { notices: this.notices, sendMail: this.mail.send };
    this.digests = new Digests({ pool, jobs, clock, log, config, secrets, ...digesting });
    this.erasure = new Erasure({ pool, jobs, log, erasers });
    this.myData = new MyData({ pool, files, results: this.sittings.results });
  }

  /** Starts events, jobs, and the work that became due while no server was running. */
  async start(): Promise<void> {
    await this.#liveEvents.listening();
    const isAlone = (await this.#jobs.takeLease()) === 1;
    const { config, pool } = this;
    const own = { settings: sharedSettings(config), isAlone, areNew: config.hasNewSettings };
    await requireSameSettings({ pool, log: this.#log }, own);
    // With the embedded database, the files belong to the same data folder.
    if (!this.#isOnlyServer) await this.files.requireSameStore(isAlone);
    // Jobs need the secret that the files read at their start.
    await this.files.start();
    await this.#jobs.start();
    await this.runs.start();
    await this.sittings.start();
    await this.erasure.schedule();
    await this.archives.schedule();
    await this.mail.schedule();
    await this.newDevices.schedule();
    await this.digests.schedule();
  }

  /** Answers all waiting calls, so that their connections can close. */
  async answerAll(): Promise<void> {
    await this.runs.stop();
    this.sittings.stop();
    this.notices.watch.close();
    this.tasks.close();
  }

  /** Stops the jobs and closes the runners and database connections. */
  async close(): Promise<void> {
    await this.#jobs.stop();
    await this.pdf.close();
    await this.#liveEvents.close();
    await this.#runners.close();
  }
}
