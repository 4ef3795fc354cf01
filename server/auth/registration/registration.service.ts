import { ROLE_STUDENT } from '@vlabs/contract/http/endpoint';
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
import { findRegistration } from '../demo-accounts.service.ts';
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
import { findTriesSecondsLeft, holdTries, insertTry } from './registration.queries.ts';
import { TurnQueue } from '../limits/turn-queue.ts';

/** Per network: three classes may register at once, and a whole campus shares an address. */
const REGISTRATIONS = { max: 600, minutes: 10 };

interface Registration {
  id: string;
  name: string;
  email: string;
  password: string;
  /** A teacher's code, for people whose listed email address differs or is missing. */
  code?: string | undefined;
}

type Rules = Pick<Config, 'registration' | 'registrationProof' | 'demo'>;
type RegistrationConfig = Rules & Pick<Config, 'registrationAfterDemo'>;

// Serialized, so that a flood leaves database connections to others.
const admissions = new TurnQueue({
  places: 1,
  maxWaiting: { 'sign-in': 0, registration: MAX_WAITING_TO_REGISTER },
});

/**
 * Opens an account. People on the student list take over their waiting row after proving that it is
 * theirs; unique constraints decide between concurrent registrations.
 */
export async function register(
  pool: Pool,
  config: RegistrationConfig,
  { password, code = '', ...entered }: Registration,
  address: string,
): Promise<void> {
  const rules = { ...config, registration: await findRegistration(pool, config) };
  await requireFitPassword(rules, password, 'password');
  const turn = { lane: 'registration', network: networkOf(address) } as const;
  // Hashing is expensive, so all other checks come first.
  const admitted = await admissions.run(turn, () =>
    admit(pool, rules, { ...entered, code, network: turn.network }),
  );
  const { isOnNoList, proof, known } = admitted;
  const passwordHash = await hashPassword(password, turn);
  const isGuest = rules.registration === 'confirmed' && isOnNoList;
  const id = known?.id ?? entered.id;
  const person = { ...entered, id, role: ROLE_STUDENT, passwordHash, isGuest };
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

/** Refuses people who can't register, and returns how the others are entitled to. */
async function admit(
  pool: Pool,
  rules: Rules,
  {
    id: typedId,
    email,
    code,
    network,
  }: { id: string; email: string; code: string; network: string },
) {
  const known = await findPerson(pool, typedId);
  const id = known?.id ?? typedId;
  if (rules.registration === 'roster' && !isOnList(known, rules)) throw outsider();
  if (known && !isUnregistered(known)) throw rollNumberTaken();
  const isOnNoList = known === null ? code === '' : isFreeDemoRow(known, rules);
  const claim = { listed: known, email, code, accepts: rules.registrationProof };
  const proof = isOnNoList
    ? ('no list' as const)
    : await proveClaim(pool, { personId: id, network }, claim);
  if (await isEmailOfAnother(pool, { id, email })) throw emailTaken();
  // Claims of a listed row are limited by the list itself.
  if (isOnNoList) await countTry(pool, network);
  return { isOnNoList, proof, known };
}

/** Counted over all servers. Counts the hashing, whether or not it leads to an account. */
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
    (wait) => `Too many people have registered from your network. Try again in ${wait}.`,
  );

const isUnregistered = (person: Person) =>
  person.role === ROLE_STUDENT && person.registeredAt === null && person.disabledAt === null;

/** The demo's students count as listed only while the demo is open. */
const isOnList = (person: Person | null, { demo }: Rules) =>
  person !== null && (!person.isDemo || demo);

/** If they are on no valid list, the demo's roll numbers are free. */
const isFreeDemoRow = (person: Person, { registration, demo }: Rules) =>
  person.isDemo && (registration === 'open' || !demo);

function outsider(): PublicError {
  return forbidden('This roll number is not on the student list. Ask your teacher to add it.');
}

/** The refusal for a violated unique constraint; null for any other error. */
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

export function emailTaken(): PublicError {
  const message = 'An account with this email address exists already. Use another address.';
  return conflict('email_taken', message, { email: message });
}
