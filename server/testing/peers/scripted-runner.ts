import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Execution,
  type Outcome,
  RUNNER_PROTOCOL,
  RUNNER_TOKEN_HEADER,
  type RunEvent,
  type RunInput,
  RunOrder,
  type RunnerStatus,
} from '@vlabs/contract/runs/runner';
import { isRightOutput } from '../../../runner/verdict.ts';
import type { RunnerAddress } from '../../runs/runners/runner-connection.ts';

/** Reacts to one order with the given events. */
export type Script = (work: ScriptedWork) => Promise<void> | void;

export interface ScriptedWork {
  order: RunOrder;
  /** Sends valid events. */
  say: (...events: RunEvent[]) => void;
  /** Sends raw text, including invalid events. */
  sayRaw: (text: string) => void;
  /** Reports this result for every input. */
  finish: (execution?: Partial<Execution>) => void;
  /** Reports the outcome of the whole program. */
  end: (outcome: Partial<Outcome>) => void;
  refuse: (status: number) => void;
  /** Closes the connection, like a killed runner. */
  die: () => void;
  /** Resolves when the server has closed the request. */
  gone: Promise<void>;
  /** Resolves when the server asks to stop the run and keep its output. */
  stopped: Promise<void>;
}

const TOKEN = 'the-token-of-the-scripted-runner';

const ACCEPTED: Execution = {
  verdict: 'accepted',
  stdoutBase64: '',
  stderrBase64: '',
  exitCode: 0,
  exitSignal: null,
  message: null,
  cpuTimeMs: 1,
  wallTimeMs: 2,
  memoryKb: 1024,
};

/** Simulates a runner, for faults that a real one shows only when it dies. Runs nothing. */
export class ScriptedRunner {
  readonly orders: RunOrder[] = [];
  readonly #stops = new Map<string, () => void>();
  script: Script = ({ finish }) => finish();
  status: Partial<RunnerStatus> = {};
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  /** Its address; kept after it has stopped, like that of a runner that died. */
  address: RunnerAddress = { url: 'http://127.0.0.1:1', token: TOKEN };

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (!isAddressInfo(address)) throw new Error('The scripted runner does not listen.');
    this.address = { url: `http://127.0.0.1:${address.port}`, token: TOKEN };
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers[RUNNER_TOKEN_HEADER] !== TOKEN) {
      response.writeHead(401).end();
    } else if (request.url === '/status') {
      response.end(JSON.stringify({ ...this.#ready(), ...this.status }));
    } else if (request.url?.endsWith('/stop')) {
      const stop = this.#stops.get(request.url.split('/').at(-2) ?? '');
      stop?.();
      response.writeHead(stop ? 200 : 404).end('{}');
    } else {
      const order = RunOrder.parse(JSON.parse(await readText(request)));
      this.orders.push(order);
      const { promise: stopped, resolve } = Promise.withResolvers<void>();
      this.#stops.set(order.runId, resolve);
      await this.script(workOn(order, response, stopped));
    }
  }

  #ready(): RunnerStatus {
    const names = { c: 'C (GCC 1)', cpp: 'C++ (GCC 1)', java: 'Java (OpenJDK 1)' };
    const languages = [...Object.entries(names), ['python', 'Python (1)']];
    return {
      protocol: RUNNER_PROTOCOL,
      ready: true,
      reason: null,
      slots: 2,
      running: 0,
      waiting: 0,
      maxWaiting: 10,
      languages: languages.flatMap(([language, name]) =>
        isLanguage(language) && name !== undefined
          ? [{ language, name, sourceFile: 'a', compileCommand: null, runCommand: 'b' }]
          : [],
      ),
    };
  }
}

function workOn(order: RunOrder, response: ServerResponse, stopped: Promise<void>): ScriptedWork {
  const gone = once(response, 'close').then(() => undefined);
  const sayRaw = (text: string) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write(text);
  };
  const say = (...events: RunEvent[]) => {
    for (const event of events) sayRaw(`${JSON.stringify(event)}\n`);
  };
  const end = (outcome: Partial<Outcome>) => {
    const nothing = { compileOutputBase64: '', compileFailure: null, executions: [] };
    say({ event: 'finished', outcome: { ...nothing, ...outcome } });
    response.end();
  };
  return {
    order,
    say,
    sayRaw,
    finish: (execution = {}) => {
      const judge = (input: RunInput) => ({ ...ACCEPTED, ...judgeOutput(execution, input) });
      end({ executions: order.inputs.map((input) => ({ ...judge(input), ...execution })) });
    },
    end,
    refuse: (status) => {
      response.writeHead(status).end('{}');
    },
    die: () => {
      response.destroy();
    },
    gone,
    stopped,
  };
}

/** As a runner does; a script can say another verdict. */
function judgeOutput(
  { stdoutBase64 }: Partial<Execution>,
  { expectedOutputBase64, rule }: RunInput,
): Partial<Execution> {
  if (stdoutBase64 === undefined || expectedOutputBase64 === null) return {};
  const [output, expected] = [stdoutBase64, expectedOutputBase64].map((text) =>
    Buffer.from(text, 'base64'),
  );
  const isRight = output && expected && isRightOutput(output, expected, rule);
  return isRight ? {} : { verdict: 'wrong_answer' };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function isLanguage(name: string | undefined): name is RunOrder['language'] {
  return name === 'c' || name === 'cpp' || name === 'java' || name === 'python';
}
