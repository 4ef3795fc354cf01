import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { makeGate } from '../platform/gate.ts';
import { makeToken } from '../platform/sessions.ts';

/** argon2id with the first parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// More at once would be no faster, and would hold every thread that also reads files.
const gate = makeGate(availableParallelism());

/** Verified where there is no password, so that an unknown person takes as long as a known one. */
const nobodysHash = hash(makeToken(), parameters);

// Two keyboards may compose the same letter differently; it is the same password.
const composed = (password: string): string => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return gate(() => hash(composed(password), parameters));
}

export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return gate(async () => {
    const matches = await verify(passwordHash ?? (await nobodysHash), composed(password));
    return passwordHash !== null && matches;
  });
}
