import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { HANG_MS } from '../../runner/testing/patience.ts';
import { type QuizChanges, writeQuizForm } from './acts/make-quiz.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const READY = /^V-labs is ready at (\S+)$/m;

interface Answer {
  status: number;
  // The tests assert what they read.
  body: { token: string; data: Record<string, unknown> };
}

/**
 * The real server with a durable embedded database whose files survive it, and the demo student in
 * the middle of a test.
 */
export class KilledServer {
  readonly #environment: Record<string, string>;
  readonly #changes: QuizChanges;
  #dataFolder = '';
  #child: ChildProcess | null = null;
  #url = '';
  #token = '';
  #quizId = '';

  /** @param changes to the quiz; a program needs a runner in the environment */
  constructor(environment: Record<string, string> = {}, changes: QuizChanges = {}) {
    this.#environment = environment;
    this.#changes = changes;
  }

  async begin(): Promise<void> {
    this.#dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-faults-'));
    await this.start();
    const admin = await this.#logIn('admin', 'vlabs-admin');
    this.#token = await this.#logIn('2105001', 'vlabs-student');
    const form = writeQuizForm(this.#changes);
    await this.#call('POST', '/api/v1/auth/quizData', form, admin);
    this.#quizId = form.unique_id;
    await this.open();
  }

  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [MAIN], {
      env: {
        PORT: '0',
        LOG_LEVEL: 'silent',
        VLABS_DATA: this.#dataFolder,
        VLABS_DEMO: 'on',
        VLABS_RUNNER_URL: 'http://127.0.0.1:9',
        NODE_COMPILE_CACHE: inject('compileCache'),
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(this.#child.stdout ?? process.stdin, 'data');
    this.#url = READY.exec(String(line))?.[1] ?? '';
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }

  async close(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.#dataFolder, { recursive: true, force: true });
  }

  /** Kills the postmaster and all its processes at once. */
  async killPostgres(): Promise<void> {
    const file = await readFile(join(this.#dataFolder, 'postgres/postmaster.pid'), 'utf8');
    const postmaster = Number(file.split('\n')[0]);
    const tasks = `/proc/${postmaster}/task/${postmaster}/children`;
    const children = (await readFile(tasks, 'utf8')).trim().split(' ').map(Number);
    for (const id of [postmaster, ...children]) process.kill(id, 'SIGKILL');
  }

  /** Starts or reopens the attempt. */
  open(): Promise<Answer> {
    return this.#call('POST', `/api/v1/auth/quiz/${this.#quizId}`, { userId: '2105001' });
  }

  save(sequence: number, markedAnswers: object): Promise<Answer> {
    const payload = { userId: '2105001', sequence, markedAnswers };
    return this.#call('PUT', `/api/v1/auth/quiz/${this.#quizId}/answers`, payload);
  }

  /** The attempt as stored on the server. */
  async held(): Promise<Answer['body']['data']> {
    return (await this.open()).body.data;
  }

  async #logIn(id: string, password: string): Promise<string> {
    return (await this.#call('POST', '/api/v1/auth/login', { id, password }, '')).body.token;
  }

  async #call(method: string, path: string, payload: object, as = this.#token): Promise<Answer> {
    const reply = await fetch(this.#url + path, {
      method,
      headers: { authorization: as, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(HANG_MS),
    });
    const body: Answer['body'] = JSON.parse(await reply.text());
    return { status: reply.status, body };
  }
}
