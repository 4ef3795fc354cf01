import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { makeToken } from '../platform/sessions.ts';
import { TurnQueue, type Turn } from './limits/turn-queue.ts';

/** argon2id with the first parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each class of a year registers within a minute. */
export const MAX_WAITING_TO_REGISTER = 400;

/** The whole of a year signs in within seconds. */
export const MAX_WAITING_TO_SIGN_IN = 1000;

const queue = new TurnQueue({
  // More at once would be no faster, and would hold every thread that also reads files.
  places: availableParallelism(),
  maxWaiting: { 'sign-in': MAX_WAITING_TO_SIGN_IN, registration: MAX_WAITING_TO_REGISTER },
});

/** Where no address is known: on the command line, and at the start. */
const OURSELVES: Turn = { lane: 'sign-in', network: 'ourselves' };

/** Verified where there is no password, so that an unknown person takes as long as a known one. */
const nobodysHash = hash(makeToken(), parameters);

// Two keyboards may compose the same letter differently; it is the same password.
const composed = (password: string): string => password.normalize('NFC');

export function hashPassword(password: string, turn = OURSELVES): Promise<string> {
  return queue.run(turn, () => hash(composed(password), parameters));
}

export function verifyPassword(
  passwordHash: string | null,
  password: string,
  turn = OURSELVES,
): Promise<boolean> {
  return queue.run(turn, async () => {
    const matches = await verify(passwordHash ?? (await nobodysHash), composed(password));
    return passwordHash !== null && matches;
  });
}
