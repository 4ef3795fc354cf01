import { RunEvent } from '@vlabs/contract/running/runner';

/** More than the longest result: both streams and the compiler's, in base64. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const LINE_END = 0x0a;

/** The runner said something that the contract does not know, or stopped in the middle. */
export class BrokenRunnerReply extends Error {
  override name = 'BrokenRunnerReply';
}

/** Reads one event a line, strictly: `finished` comes once, last, and must come. */
export async function* readRunEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<RunEvent> {
  let hasFinished = false;
  for await (const line of readLines(body)) {
    if (hasFinished) throw new BrokenRunnerReply('The runner went on after the result.');
    const event = readRunEvent(line);
    hasFinished = event.event === 'finished';
    yield event;
  }
  if (!hasFinished) throw new BrokenRunnerReply('The runner ended its reply without a result.');
}

/** Text in lines, each of which must be whole. */
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
  if (restBytes > 0) throw new BrokenRunnerReply('The last line is not whole.');
}

function readRunEvent(line: string): RunEvent {
  try {
    return RunEvent.parse(JSON.parse(line));
  } catch (error) {
    throw new BrokenRunnerReply('A line is no event of a run.', { cause: error });
  }
}
