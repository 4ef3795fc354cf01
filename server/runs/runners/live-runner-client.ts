import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  LIVE_RUNS_PROTOCOL,
  type LiveRunMessage,
  type LiveRunOrder,
  RunnerLiveEvent,
} from '@vlabs/contract/runs/live-runs';
import type { Outcome } from '@vlabs/contract/runs/runner';
import { type Agent, upgrade } from 'undici';
import { type RunnerConnection, headersFor } from './runner-connection.ts';
import { readLines } from './runner-events.ts';
import { type LiveWork, RunnerUnavailable, RunnerBusy } from './runners.ts';

/** Buffer for input that was not sent yet; only a script can fill it. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5000;
/** Time for a runner to end a program after a stop request. */
const STOP_TIMEOUT_MS = 1200;

interface LiveRunnerWork extends LiveWork {
  agent: Agent;
  /** Aborted when the runner stops answering. */
  lost: AbortSignal;
  /** Aborted when another runner has capacity for the waiting terminal. */
  leave: AbortSignal;
}

/** Runs a program in a terminal on this runner. The runner ends it when the connection closes. */
export async function runLiveOn(
  runner: RunnerConnection,
  order: LiveRunOrder,
  { agent, lost, leave, ...work }: LiveRunnerWork,
): Promise<Outcome> {
  let connection: Duplex | null = null;
  try {
    connection = await connect(runner, agent, work.stop);
    const live = connection;
    for (const end of [lost, leave]) {
      end.addEventListener('abort', () => live.destroy(), { once: true });
    }
    return await converse(connection, order, work);
  } catch (error) {
    if (error instanceof RunnerBusy) throw error;
    leave.throwIfAborted();
    if (!work.stop.aborted) runner.failed('It disconnected during a run.');
    throw new RunnerUnavailable('The runner disconnected during a run.', { cause: error });
  } finally {
    connection?.destroy();
  }
}

async function connect(
  { address }: RunnerConnection,
  dispatcher: Agent,
  stop: AbortSignal,
): Promise<Duplex> {
  const { socket } = await upgrade(`${address.url}/live-runs`, {
    dispatcher,
    protocol: LIVE_RUNS_PROTOCOL,
    headers: headersFor(address),
    signal: AbortSignal.any([stop, AbortSignal.timeout(CONNECT_TIMEOUT_MS)]),
  });
  if (socket instanceof Socket) socket.setNoDelay(true);
  // The reader of the socket receives the error.
  socket.on('error', () => undefined);
  return socket;
}

async function converse(
  connection: Duplex,
  order: LiveRunOrder,
  { stop, onEvent, onOutput, onTaken }: LiveWork,
): Promise<Outcome> {
  const write = (message: LiveRunMessage | LiveRunOrder) => {
    if (connection.writable) connection.write(`${JSON.stringify(message)}\n`);
  };
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    write({ message: 'stop' });
    timer = setTimeout(() => connection.destroy(), STOP_TIMEOUT_MS);
  };
  write(order);
  if (stop.aborted) onStop();
  stop.addEventListener('abort', onStop, { once: true });
  onTaken((message) => {
    if (message.message === 'input' && connection.writableLength > MAX_UNSENT_BYTES) {
      onEvent({ event: 'input_lost', bytes: Buffer.byteLength(message.text) });
    } else write(message);
  });
  try {
    for await (const line of readLines(connection)) {
      const event = RunnerLiveEvent.parse(JSON.parse(line));
      if (event.event === 'busy') throw new RunnerBusy('The runner’s queue is full.');
      if (event.event === 'finished') return event.outcome;
      // Backpressure: later output stays at the runner until this is sent, and the program blocks.
      if (event.event === 'output') await onOutput(Buffer.from(event.base64, 'base64'));
      else onEvent(event);
    }
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
  throw new Error('The runner reported no result.');
}
