import type { Pool } from 'pg';
import { inTransaction } from '../../platform/postgres/database.ts';
import { PublicError, tooManyUntil } from '../../platform/errors.ts';
import type { Proof } from '../people.queries.ts';
import { hashCode } from './registration-codes.ts';
import { isCodeOf } from './registration-codes.queries.ts';
import {
  type TriesOrigin,
  findTriesSecondsLeft,
  holdTries,
  insertTry,
} from './registration-tries.queries.ts';

/** Wrong addresses and codes for one roll number from one network. */
const WRONG_PROOFS = { max: 10, minutes: 15 };

interface Claim {
  /** The row that waits; null where none does, and so no code fits. */
  listed: { id: string; email: string | null } | null;
  email: string;
  /** Empty: none was typed. */
  code: string;
}

/**
 * Shows that a roll number belongs to who registers it: by the email address of the list, or by the
 * code from a teacher. What is wrong is counted on every server together, so that nobody guesses on.
 */
export async function proveClaim(pool: Pool, origin: TriesOrigin, claim: Claim): Promise<Proof> {
  const found = await inTransaction(pool, async (db) => {
    await holdTries(db, origin);
    const secondsLeft = await findTriesSecondsLeft(db, origin, WRONG_PROOFS);
    if (secondsLeft !== null) throw tooManyTries(secondsLeft);
    const { listed, code } = claim;
    if (hasListedEmail(claim)) return 'listed email' as const;
    const codeHash = hashCode(listed?.id ?? '', code);
    const isRight =
      listed && code !== '' && (await isCodeOf(db, { personId: listed.id, codeHash }));
    if (isRight) return { codeHash };
    await insertTry(db, origin, WRONG_PROOFS);
    return null;
  });
  if (found === null) throw claim.code === '' ? emailNotListed() : wrongCode();
  return found;
}

const hasListedEmail = ({ listed, email }: Claim): boolean =>
  listed !== null && listed.email?.toLowerCase() === email.toLowerCase();

function emailNotListed(): PublicError {
  const message =
    'This is not the email address that the student list has for this roll number. Use the address that your university has of you, or the code from your teacher.';
  return new PublicError(403, 'email_not_listed', message, { email: message });
}

function wrongCode(): PublicError {
  const message =
    'This code does not fit this roll number, or was used or replaced. Check both, or ask your teacher for a new code.';
  return new PublicError(403, 'wrong_code', message, { code: message });
}

const tooManyTries = (seconds: number) =>
  tooManyUntil(
    'too_many_registrations',
    seconds,
    (wait) =>
      `Too many wrong tries for this roll number. Try again in ${wait}, or ask your teacher.`,
  );
