import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { makeToken } from '../platform/access/sessions.ts';
import { TurnQueue, type Turn } from './limits/turn-queue.ts';

/** argon2id with OWASP's first recommended parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A whole year registers within a minute. */
export const MAX_WAITING_TO_REGISTER = 400;

/** A whole year signs in within seconds. */
export const MAX_WAITING_TO_SIGN_IN = 1000;

const queue = new TurnQueue({
  // More would not be faster, and would occupy the threads that also read files.
  places: availableParallelism(),
  maxWaiting: { 'sign-in': MAX_WAITING_TO_SIGN_IN, registration: MAX_WAITING_TO_REGISTER },
});

/** For the command line and the start, where there is no address. */
const LOCAL_TURN: Turn = { lane: 'sign-in', network: 'ourselves' };

/** Verified for an unknown person, so that it takes as long as for a known one. */
const dummyHash = hash(makeToken(), parameters);

// Keyboards may compose the same letter differently, so the password is normalised.
const composed = (password: string): string => password.normalize('NFC');

export function hashPassword(password: string, turn = LOCAL_TURN): Promise<string> {
  return queue.run(turn, () => hash(composed(password), parameters));
}

export function verifyPassword(
  passwordHash: string | null,
  password: string,
  turn = LOCAL_TURN,
): Promise<boolean> {
  return queue.run(turn, async () => {
    const matches = await verify(passwordHash ?? (await dummyHash), composed(password));
    return passwordHash !== null && matches;
  });
}
