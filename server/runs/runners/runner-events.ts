import { RunEvent } from '@vlabs/contract/runs/runner';

/** Larger than the longest result: both streams and the compiler's output, in base64. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const LINE_END = 0x0a;

/** The runner sent an event that does not match the contract, or its reply was cut off. */
export class BrokenRunnerReply extends Error {
  override name = 'BrokenRunnerReply';
}

/** Reads one event per line. `finished` must come exactly once, as the last event. */
export async function* readRunEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<RunEvent> {
  let hasFinished = false;
  for await (const line of readLines(body)) {
    if (hasFinished) throw new BrokenRunnerReply('The runner sent events after the result.');
    const event = readRunEvent(line);
    hasFinished = event.event === 'finished';
    yield event;
  }
  if (!hasFinished) throw new BrokenRunnerReply('The runner’s reply ended without a result.');
}

/** Splits text into lines. The last line must be complete. */
export async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of body) {
    let unread = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let end = unread.indexOf(LINE_END); end !== -1; end = unread.indexOf(LINE_END)) {
      yield Buffer.concat([...rest, unread.subarray(0, end)]).toString('utf8');
      rest = [];
      restBytes = 0;
      unread = unread.subarray(end + 1);
    }
    rest.push(unread);
    restBytes += unread.length;
    if (restBytes > MAX_LINE_BYTES) throw new BrokenRunnerReply('A line is too long.');
  }
  if (restBytes > 0) throw new BrokenRunnerReply('The last line is incomplete.');
}

function readRunEvent(line: string): RunEvent {
  try {
    return RunEvent.parse(JSON.parse(line));
  } catch (error) {
    throw new BrokenRunnerReply('A line is not a valid event.', { cause: error });
  }
}
