import { TooMany } from '../errors.ts';
import { Places, PlacesPerKey } from './places.ts';

/** Each file is read in its own process, which uses one CPU and up to a gigabyte. */
const READ_AT_ONCE = 2;
const MAX_WAITING = 4;
const RETRY_AFTER_SECONDS = 5;

const ofAll = new Places(READ_AT_ONCE);
const ofEach = new PlacesPerKey(1, { maxWaiting: MAX_WAITING, refuse: tooManyFiles });

/**
 * Queues the reading of an untrusted file: two at a time per server and one at a time per person.
 * Disconnecting does not free the slot, so retrying gains nothing. Throws if the person has too
 * many waiting.
 */
export function queueFileRead<Result>(
  reader: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return ofEach.run(reader, () => ofAll.run(work));
}

function tooManyFiles(): TooMany {
  const message = `You can have at most ${MAX_WAITING} files waiting to be read. Try again in a few seconds.`;
  return new TooMany('too_many_at_once', message, RETRY_AFTER_SECONDS);
}
