import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeySource } from '../../platform/key-source.ts';

/** Whose start it is, of which test. */
export interface Start {
  personId: string;
  quizId: string;
}

const KEY_BYTES = 32;
/** An older ticket is from an earlier line. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * Says when a student pressed Start of a test, signed with a key that all servers share, so that a student whose call
 * reaches another server keeps the place in line.
 */
export class StartTickets {
  readonly #source: KeySource;
  #derivedKey: Buffer | null = null;

  constructor(source: KeySource) {
    this.#source = source;
  }

  write(start: Start, sinceMs: number): string {
    return `${sinceMs}.${this.#sign(start, String(sinceMs)).toString('base64url')}`;
  }

  /** Null for a ticket that is for another person or test, or too old. */
  read(ticket: string, start: Start, nowMs: number): number | null {
    const [since = '', written = ''] = ticket.split('.', 2);
    if (!/^\d{1,15}$/.test(since) || Number(since) < nowMs - MAX_AGE_MS) return null;
    const signature = Buffer.from(written, 'base64url');
    const right = this.#sign(start, since);
    const isRight = signature.length === right.length && timingSafeEqual(signature, right);
    return isRight ? Number(since) : null;
  }

  #sign({ personId, quizId }: Start, since: string): Buffer {
    this.#derivedKey ??= this.#source.deriveKey('places in the line of starts', KEY_BYTES);
    return createHmac('sha256', this.#derivedKey).update(`${since} ${quizId} ${personId}`).digest();
  }
}
