import { ROLE_STUDENT } from '@vlabs/contract/endpoint';
import type { Config } from '../../config.ts';
import type { Pool } from 'pg';
import { networkOf } from '../../platform/connections/addresses.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import {
  type PublicError,
  brokenConstraint,
  conflict,
  forbidden,
  tooManyUntil,
} from '../../platform/errors.ts';
import { proveClaim } from './listed-registration.ts';
import { requireFitPassword } from '../password-rules.ts';
import { MAX_WAITING_TO_REGISTER, hashPassword } from '../passwords.ts';
import {
  type Person,
  findPerson,
  insertPerson,
  isEmailOfAnother,
  updateUnregisteredPerson,
} from '../people.queries.ts';
import { findTriesSecondsLeft, holdTries, insertTry } from './registration-tries.queries.ts';
import { TurnQueue } from '../limits/turn-queue.ts';

/** Of one network: three classes register at once; a whole campus shares it. */
const REGISTRATIONS = { max: 600, minutes: 10 };

interface Registration {
  id: string;
  name: string;
  email: string;
  password: string;
  /** From a teacher, for who is on the student list with another email address or none. */
  code?: string | undefined;
}

type Rules = Pick<Config, 'registration' | 'demo'>;

// One after the other, so that a flood of them leaves the connections of the database to the others.
const admissions = new TurnQueue({
  places: 1,
  maxWaiting: { 'sign-in': 0, registration: MAX_WAITING_TO_REGISTER },
});

/**
 * Opens an account. Whoever is on the student list takes the row that waits there for them, once
 * they have shown that it is theirs; the unique constraints decide between two at once.
 */
export async function register(
  pool: Pool,
  rules: Rules,
  { password, code = '', ...entered }: Registration,
  address: string,
): Promise<void> {
  await requireFitPassword(rules, password, 'password');
  const turn = { lane: 'registration', network: networkOf(address) } as const;
  // Hashing is dear, so that whoever could be refused before it has been.
  const admitted = await admissions.run(turn, () =>
    admit(pool, rules, { ...entered, code, network: turn.network }),
  );
  const { isOnNoList, proof, known } = admitted;
  const passwordHash = await hashPassword(password, turn);
  const isGuest = rules.registration === 'confirmed' && isOnNoList;
  const person = { ...entered, role: ROLE_STUDENT, passwordHash, isGuest };
  try {
    const claimed = await updateUnregisteredPerson(pool, person, {
      demoRowsAreFree: isOnNoList,
      proof,
    });
    if (claimed === 1) return;
    if (known) throw rollNumberTaken();
    await insertPerson(pool, person);
  } catch (error) {
    throw takenBy(error) ?? error;
  }
}

/** Refuses who cannot register, and says by what right the others do. */
async function admit(
  pool: Pool,
  rules: Rules,
  { id, email, code, network }: { id: string; email: string; code: string; network: string },
) {
  const known = await findPerson(pool, id);
  if (rules.registration === 'roster' && !isOnList(known, rules)) throw outsider();
  if (known && !isUnregistered(known)) throw rollNumberTaken();
  const isOnNoList = known === null ? code === '' : isFreeDemoRow(known, rules);
  const claim = { listed: known, email, code };
  const proof = isOnNoList
    ? ('listed email' as const)
    : await proveClaim(pool, { personId: id, network }, claim);
  if (await isEmailOfAnother(pool, { id, email })) throw emailTaken();
  // Who has shown that a row of the list is theirs is counted by the list itself.
  if (isOnNoList) await countTry(pool, network);
  return { isOnNoList, proof, known };
}

/** On every server together. What is counted is the hashing, whether an account comes of it or not. */
function countTry(pool: Pool, network: string): Promise<void> {
  return inTransaction(pool, async (db) => {
    const origin = { network, personId: null };
    await holdTries(db, origin);
    const seconds = await findTriesSecondsLeft(db, origin, REGISTRATIONS);
    if (seconds !== null) throw tooManyFromNetwork(seconds);
    await insertTry(db, origin, REGISTRATIONS);
  });
}

const tooManyFromNetwork = (seconds: number) =>
  tooManyUntil(
    'too_many_registrations',
    seconds,
    (wait) => `Very many people have registered from your network. Try again in ${wait}.`,
  );

const isUnregistered = (person: Person) =>
  person.role === ROLE_STUDENT && person.passwordHash === null && person.disabledAt === null;

/** The demo's students are on a list only while the demo is on. */
const isOnList = (person: Person | null, { demo }: Rules) =>
  person !== null && (!person.isDemo || demo);

/** Where they are on no list that counts, the roll numbers of the demo are free to take. */
const isFreeDemoRow = (person: Person, { registration, demo }: Rules) =>
  person.isDemo && (registration === 'open' || !demo);

function outsider(): PublicError {
  return forbidden('This roll number is not on the student list. Ask your teacher to add it.');
}

/** The refusal for a broken unique constraint; null for any other error. */
export function takenBy(error: unknown): PublicError | null {
  switch (brokenConstraint(error)) {
    case 'people_pkey':
    case 'people_id_without_case':
      return rollNumberTaken();
    case 'people_email_without_case':
      return emailTaken();
    default:
      return null;
  }
}

function rollNumberTaken(): PublicError {
  const message = 'An account with this roll number exists already. Sign in instead.';
  return conflict('roll_number_taken', message, { id: message });
}

function emailTaken(): PublicError {
  const message = 'An account with this email address exists already. Use another address.';
  return conflict('email_taken', message, { email: message });
}
