import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import { PublicError, tooManyUntil } from '../../platform/errors.ts';
import type { Proof } from '../people.queries.ts';
import { hashCode } from './registration-codes.ts';
import {
  type TriesOrigin,
  findTriesSecondsLeft,
  holdTries,
  insertTry,
  isCodeOf,
} from './registration.queries.ts';

/** Failed attempts per roll number and network. */
const WRONG_PROOFS = { max: 10, minutes: 15 };

interface Claim {
  /** The row without a password; null if there is none, so that no code matches. */
  listed: { id: string; email: string | null } | null;
  email: string;
  /** Empty if none was entered. */
  code: string;
  accepts: Config['registrationProof'];
}

/**
 * Proves that a roll number belongs to the person: by the list's email address, where that is accepted, or a
 * teacher's code.
 * Failures are counted over all servers, which limits guessing.
 */
export async function proveClaim(pool: Pool, origin: TriesOrigin, claim: Claim): Promise<Proof> {
  const found = await inTransaction(pool, async (db) => {
    await holdTries(db, origin);
    const secondsLeft = await findTriesSecondsLeft(db, origin, WRONG_PROOFS);
    if (secondsLeft !== null) throw tooManyTries(secondsLeft);
    const { listed, code, accepts } = claim;
    if (accepts === 'email' && hasListedEmail(claim)) return 'listed email' as const;
    const codeHash = hashCode(listed?.id ?? '', code);
    const isRight =
      listed && code !== '' && (await isCodeOf(db, { personId: listed.id, codeHash }));
    if (isRight) return { codeHash };
    await insertTry(db, origin, WRONG_PROOFS);
    return null;
  });
  if (found !== null) return found;
  if (claim.code !== '') throw wrongCode();
  throw claim.accepts === 'email' ? emailNotListed() : codeNeeded();
}

const hasListedEmail = ({ listed, email }: Claim): boolean =>
  listed !== null && listed.email?.toLowerCase() === email.toLowerCase();

function emailNotListed(): PublicError {
  const message =
    'The student list has a different email address for this roll number. Use your university address, or the code from your teacher.';
  return new PublicError(403, 'email_not_listed', message, { email: message });
}

function codeNeeded(): PublicError {
  const message =
    'Your roll number is on the student list. Type the code that your teacher printed for it.';
  return new PublicError(403, 'code_needed', message, { code: message });
}

function wrongCode(): PublicError {
  const message =
    'This code is not valid for this roll number. Check both, or ask your teacher for a new code.';
  return new PublicError(403, 'wrong_code', message, { code: message });
}

const tooManyTries = (seconds: number) =>
  tooManyUntil(
    'too_many_registrations',
    seconds,
    (wait) =>
      `Too many failed attempts for this roll number. Try again in ${wait}, or ask your teacher.`,
  );
