import { once } from 'node:events';
import { request } from 'node:http';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  LIVE_RUNS_PROTOCOL,
  type LiveRunMessage,
  type LiveRunOrder,
  RunnerLiveEvent,
} from '@vlabs/contract/runs/live-runs';
import { type Execution, RUNNER_TOKEN_HEADER } from '@vlabs/contract/runs/runner';
import { HANG_MS, PATIENCE } from './patience.ts';
import { ordinaryLimits, type Program, type TestRunner } from './start-runner.ts';

const LOOK_AGAIN_MS = 10;

export const liveLimits = {
  ...ordinaryLimits,
  wallTimeMs: 60_000 * PATIENCE,
  outputKb: 2 * 1024 * 1024,
};

/** Acts as the server of a program in a terminal: types, collects the output and acknowledges it. */
export class LiveConnection {
  readonly #connection: Duplex;
  readonly events: RunnerLiveEvent[] = [];
  /** The start of the output. */
  text = '';
  printedBytes = 0;
  isClosed = false;
  /** Acknowledges all output as it arrives. */
  showsAll = true;

  constructor(connection: Duplex) {
    this.#connection = connection;
    connection.once('close', () => {
      this.isClosed = true;
    });
    connection.on('error', () => connection.destroy());
    createInterface({ input: connection }).on('line', (line) => this.#receive(line));
  }

  #receive(line: string): void {
    const event = RunnerLiveEvent.parse(JSON.parse(line));
    if (event.event !== 'output') {
      this.events.push(event);
      return;
    }
    const bytes = Buffer.from(event.base64, 'base64');
    this.printedBytes += bytes.length;
    if (this.text.length < 100_000) this.text += bytes.toString('utf8');
    if (this.showsAll) this.say({ message: 'shown', bytes: bytes.length });
  }

  say(message: LiveRunMessage | LiveRunOrder): void {
    this.#connection.write(`${JSON.stringify(message)}\n`);
  }

  type(text: string): void {
    this.say({ message: 'input', text });
  }

  /** Waits until the terminal shows it. */
  sees(text: string | RegExp): Promise<void> {
    return this.#until(() =>
      typeof text === 'string' ? this.text.includes(text) : text.test(this.text),
    );
  }

  /** The outcome of the program. */
  async ending(): Promise<Execution & { text: string }> {
    await this.#until(() => this.events.at(-1)?.event === 'finished');
    const last = this.events.at(-1);
    const [execution] = last?.event === 'finished' ? last.outcome.executions : [];
    if (!execution) throw new Error(`The program was not run: ${JSON.stringify(last)}`);
    return { ...execution, text: Buffer.from(execution.stdoutBase64, 'base64').toString() };
  }

  async #until(isSo: () => boolean): Promise<void> {
    const deadline = performance.now() + HANG_MS;
    while (!isSo()) {
      if (performance.now() > deadline)
        throw new Error(
          `The terminal did not show it: ${this.text.slice(-2000)} ${JSON.stringify(this.events)}`,
        );
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** Ends the connection as if the machine had vanished. */
  reset(): void {
    if (this.#connection instanceof Socket) this.#connection.resetAndDestroy();
  }

  close(): void {
    this.#connection.destroy();
  }
}

export async function connect(
  runner: TestRunner,
  headers: Record<string, string> = {},
): Promise<{ status: number; connection: Duplex | null }> {
  const asked = request(`${runner.url}/live-runs`, {
    headers: {
      connection: 'Upgrade',
      upgrade: LIVE_RUNS_PROTOCOL,
      [RUNNER_TOKEN_HEADER]: runner.token,
      ...headers,
    },
  });
  asked.end();
  const answers = [once(asked, 'upgrade'), once(asked, 'response')];
  const [response, connection] = await Promise.race(answers);
  return { status: response.statusCode, connection: connection ?? null };
}

/** Starts a program in a terminal of 80 columns and 24 rows. */
export async function startLive(
  runner: TestRunner,
  program: Pick<Program, 'language' | 'source' | 'limits'> &
    Partial<Omit<LiveRunOrder, 'language' | 'limits'>>,
): Promise<LiveConnection> {
  const { connection } = await connect(runner);
  if (!connection) throw new Error('The runner did not upgrade.');
  const { language, source, limits, ...rest } = program;
  const live = new LiveConnection(connection);
  live.say({
    language,
    sourceBase64: Buffer.from(source).toString('base64'),
    limits: { ...liveLimits, ...limits },
    idleTimeMs: 60_000 * PATIENCE,
    keptOutputBytes: 65_536,
    window: { columns: 80, rows: 24 },
    priority: 0,
    person: '',
    others: 0,
    turns: { giveWayAfterMs: 600_000, longestTurnMs: 600_000 },
    ...rest,
  });
  return live;
}
