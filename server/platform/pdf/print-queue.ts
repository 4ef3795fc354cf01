import { TooMany } from '../errors.ts';
import { PlacesPerKey } from '../jobs/places.ts';

const MAX_WAITING = 4;
const RETRY_AFTER_SECONDS = 5;

const ofEach = new PlacesPerKey(1, { maxWaiting: MAX_WAITING, refuse: tooManyDocuments });

/**
 * Queues what a person prints: one document at a time, with the runs that it needs, so nobody delays the documents of
 * others by more than one. Disconnecting does not free the slot. Throws if the person has too many waiting.
 */
export const queuePrint = <Result>(
  personId: string,
  work: () => Promise<Result>,
): Promise<Result> => ofEach.run(personId, work);

function tooManyDocuments(): TooMany {
  const message = `You can have at most ${MAX_WAITING} documents waiting to be printed. Try again in a few seconds.`;
  return new TooMany('too_many_at_once', message, RETRY_AFTER_SECONDS);
}
