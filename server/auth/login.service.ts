import type { User } from '@vlabs/contract/auth/auth';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { networkOf } from '../platform/connections/addresses.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { PublicError, unauthorised } from '../platform/errors.ts';
import { type Caller } from '../platform/http/serve.ts';
import { type RegistrationRules, findRegistration } from './demo-accounts.service.ts';
import { forgiveGuesses, limitGuesses } from './limits/guesses.ts';
import type { LoginLimiter } from './limits/login-limiter.ts';
import type { LoginOrigin } from './limits/login-throttle.ts';
import { type Device, openSession, signIn } from './open-session.ts';
import { requireFitPassword } from './password-rules.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { type Person, findPerson, updatePassword } from './people.queries.ts';
import { deleteSessions, isSharedSession } from './sessions.queries.ts';

/** The origin of a login attempt. */
export interface Entrance extends Device {
  /** Behind a proxy, demo accounts are treated as unknown. */
  isProxied: boolean;
}

/** The same text for an unknown roll number and a wrong password, so that it reveals neither. */
const wrongLogin = () =>
  new PublicError(401, 'wrong_login', 'The roll number or the password is wrong.');

/** What is needed to check a password. */
interface Passwords {
  pool: Pool;
  limiter: LoginLimiter;
}

/**
 * What follows a right password: a code (which may be right or wrong), a passkey in its place, nothing, or nothing that
 * was set up though it is required. The break-glass account alone needs none.
 */
export type CheckSecondStep = (
  personId: string,
  code: string | undefined,
) => Promise<
  'not needed' | 'code needed' | 'right' | 'wrong' | 'passkey needed' | 'missing' | 'break-glass'
>;

interface SecondStep {
  check: CheckSecondStep;
  /** The break-glass account was signed in to. */
  whenBreakGlass: (signedIn: Device & { personId: string }) => Promise<void>;
}

interface Logins extends Passwords {
  config: RegistrationRules & Pick<Config, 'sessionLimits'>;
}

export async function login(
  { pool, limiter, config, secondStep }: Logins & { secondStep: SecondStep },
  attempt: {
    id: string;
    password: string;
    code?: string | undefined;
    isShared: boolean;
  } & Entrance,
): Promise<{ user: User; token: string }> {
  const passwords = { pool, limiter };
  const { person, passwordHash, origin } = await checkPassword(passwords, attempt, wrongLogin);
  const checked = await checkSecondStep(
    { ...passwords, secondStep },
    { personId: person.id, origin },
    attempt.code,
  );
  await forgiveGuesses(pool, origin);
  const isBreakGlass = checked === 'break-glass';
  const { address, browser, isShared } = attempt;
  const signedIn = await signIn(pool, person, {
    address,
    browser,
    isShared,
    limits: config.sessionLimits,
    method: isBreakGlass ? 'break-glass' : 'password',
    passwordHash,
    needsSecondStep: checked === 'missing',
  });
  if (!signedIn) throw wrongLogin();
  if (isBreakGlass) await secondStep.whenBreakGlass({ personId: person.id, address, browser });
  return signedIn;
}

/** Ends every session of the caller and returns a new token for this device. */
export async function changePassword(
  { pool, limiter, config }: Logins,
  caller: Caller,
  change: { currentPassword: string; newPassword: string } & Entrance,
): Promise<string> {
  const { currentPassword, newPassword, ...device } = change;
  const registration = await findRegistration(pool, config);
  await requireFitPassword({ registration }, newPassword, 'newPassword');
  const attempt = { id: caller.id, password: currentPassword, ...device };
  const { person } = await authenticate({ pool, limiter }, attempt, wrongCurrentPassword);
  const turn = { lane: 'sign-in', network: networkOf(device.address) } as const;
  const passwordHash = await hashPassword(newPassword, turn);
  const token = await inTransaction(pool, async (db) => {
    const { sessionId } = caller;
    const isShared = sessionId !== null && (await isSharedSession(db, sessionId));
    await updatePassword(db, person.id, passwordHash);
    await deleteSessions(db, person.id);
    await recordAct(db, { action: 'change-password', personId: person.id });
    const session = { ...device, isShared, limits: config.sessionLimits, passwordHash };
    return openSession(db, { ...session, personId: person.id, method: 'password' });
  });
  if (token === null) throw unauthorised();
  return token;
}

/** Refuses a caller who does not know their password. Guesses count like those at sign-in. */
export async function requireOwnPassword(
  passwords: Passwords,
  attempt: { id: string; password: string } & Entrance,
): Promise<void> {
  await authenticate(passwords, attempt, wrongCurrentPassword);
}

function wrongCurrentPassword(): PublicError {
  const message = 'The current password is wrong.';
  return new PublicError(400, 'wrong_password', message, { currentPassword: message });
}

/** The person, if the password is theirs. Failures count like those of a sign-in. */
export async function provePassword(
  passwords: Passwords,
  attempt: { id: string; password: string } & Entrance,
): Promise<Person> {
  return (await authenticate(passwords, attempt, wrongLogin)).person;
}

const secondStepNeeded = () =>
  new PublicError(
    403,
    'second_step_needed',
    'Enter the code that your authenticator app shows, or a recovery code.',
  );

const passkeyNeeded = () =>
  new PublicError(
    403,
    'passkey_needed',
    'Sign in with your passkey. The password alone does not sign a campus admin in.',
  );

export const wrongCode = (status: 400 | 401): PublicError => {
  const message = 'This code is wrong or was used before. Enter the next one that the app shows.';
  return new PublicError(status, 'wrong_second_step', message, { code: message });
};

/** After the password: who does not know it learns nothing of the second step. */
async function checkSecondStep(
  { pool, limiter, secondStep }: Passwords & { secondStep: Pick<SecondStep, 'check'> },
  { personId, origin }: { personId: string; origin: LoginOrigin },
  code: string | undefined,
) {
  const guess = async () => {
    const outcome = await secondStep.check(personId, code);
    return outcome === 'wrong' ? null : outcome;
  };
  const checked =
    code === undefined ? await guess() : await limitGuesses({ pool, limiter }, origin, guess);
  if (checked === null) throw wrongCode(401);
  if (checked === 'code needed') throw secondStepNeeded();
  if (checked === 'passkey needed') throw passkeyNeeded();
  return checked;
}

/** The person, if the password is theirs; that forgives the failures before it. */
async function authenticate(
  passwords: Passwords,
  attempt: { id: string; password: string } & Entrance,
  wrong: () => PublicError,
) {
  const found = await checkPassword(passwords, attempt, wrong);
  await forgiveGuesses(passwords.pool, found.origin);
  return found;
}

/** Finds the person and verifies the password. Takes equally long for an unknown person. */
async function checkPassword(
  { pool, limiter }: Passwords,
  { id, password, address, isProxied }: { id: string; password: string } & Entrance,
  wrong: () => PublicError,
) {
  const origin = { personId: id, network: networkOf(address), isProxied };
  const found = await limitGuesses({ pool, limiter }, origin, () =>
    findWithPassword(pool, origin, password),
  );
  if (!found) throw wrong();
  return { ...found, origin };
}

/** Null for an unknown person or a wrong password. */
async function findWithPassword(
  pool: Pool,
  origin: LoginOrigin & { isProxied: boolean },
  password: string,
) {
  const person = await findPerson(pool, origin.personId);
  const isClosed = person?.isDemo && origin.isProxied;
  const passwordHash = isClosed ? null : (person?.passwordHash ?? null);
  const turn = { lane: 'sign-in', network: origin.network } as const;
  const matches = await verifyPassword(passwordHash, password, turn);
  return matches && person && passwordHash !== null ? { person, passwordHash } : null;
}
