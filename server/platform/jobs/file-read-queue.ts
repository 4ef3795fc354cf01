import { TooMany } from '../errors.ts';
import { makeGate, makeKeyedGate } from './gate.ts';

/** Each is read in a process of its own, which takes a processor and up to a gigabyte. */
const READ_AT_ONCE = 2;
const MAX_WAITING = 4;
const RETRY_AFTER_SECONDS = 5;

const ofAll = makeGate(READ_AT_ONCE);
const ofEach = makeKeyedGate(MAX_WAITING, tooManyFiles);

/**
 * Reads a file from outside when its turn comes: two at once on this server, and of one reader one
 * after the other, so that nobody keeps others from theirs. The line counts until the work has
 * ended: who hangs up and sends anew gains nothing. Throws where too many of the reader wait.
 */
export function queueFileRead<Result>(
  reader: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return ofEach(reader, () => ofAll(work));
}

function tooManyFiles(): TooMany {
  const message = `${MAX_WAITING} of your files are waiting to be read, which is the most at a time. Try again in a few seconds.`;
  return new TooMany('too_many_at_once', message, RETRY_AFTER_SECONDS);
}
