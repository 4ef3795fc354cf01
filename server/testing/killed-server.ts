import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { HANG_MS } from '../../runner/testing/patience.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const READY = /^V-labs is ready at (\S+)$/m;

export interface Answer {
  status: number;
  // The tests assert what they read.
  body: { token: string; data: Record<string, unknown> };
}

/** The real server with a durable embedded database whose files survive it. It has the demo accounts. */
export class KilledServer {
  readonly #environment: Record<string, string>;
  #dataFolder = '';
  #child: ChildProcess | null = null;
  #url = '';

  constructor(environment: Record<string, string> = {}) {
    this.#environment = environment;
  }

  get url(): string {
    return this.#url;
  }

  async begin(): Promise<void> {
    this.#dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-faults-'));
    await this.start();
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

  async logIn(id: string, password: string): Promise<string> {
    return (await this.call('POST', '/api/v1/auth/login', { id, password }, '')).body.token;
  }

  async call(method: string, path: string, payload: object, token: string): Promise<Answer> {
    const reply = await fetch(this.#url + path, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(HANG_MS),
    });
    const body: Answer['body'] = JSON.parse(await reply.text());
    return { status: reply.status, body };
  }
}
