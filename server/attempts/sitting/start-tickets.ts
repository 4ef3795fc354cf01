import { createHmac, timingSafeEqual } from 'node:crypto';

interface KeySource {
  deriveKey(purpose: string, bytes: number): Buffer;
}

const KEY_BYTES = 32;
/** An older ticket is from an earlier line. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * Says when a student pressed Start, signed with a key that all servers share, so that a student whose call reaches
 * another server keeps the place in line.
 */
export class StartTickets {
  readonly #source: KeySource;
  #derivedKey: Buffer | null = null;

  constructor(source: KeySource) {
    this.#source = source;
  }

  write(personId: string, sinceMs: number): string {
    return `${sinceMs}.${this.#sign(personId, String(sinceMs)).toString('base64url')}`;
  }

  /** Null for a ticket that is not this person's, or too old. */
  read(ticket: string, personId: string, nowMs: number): number | null {
    const [since = '', written = ''] = ticket.split('.', 2);
    if (!/^\d{1,15}$/.test(since) || Number(since) < nowMs - MAX_AGE_MS) return null;
    const signature = Buffer.from(written, 'base64url');
    const right = this.#sign(personId, since);
    const isRight = signature.length === right.length && timingSafeEqual(signature, right);
    return isRight ? Number(since) : null;
  }

  #sign(personId: string, since: string): Buffer {
    this.#derivedKey ??= this.#source.deriveKey('places in the line of starts', KEY_BYTES);
    return createHmac('sha256', this.#derivedKey).update(`${since} ${personId}`).digest();
  }
}
