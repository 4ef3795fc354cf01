import { ROLE_STUDENT } from '@vlabs/contract/http/endpoint';
import type { ProvidedPerson } from '@vlabs/contract/sign-on/providers';
import type { Pool } from 'pg';
import {
  type Entrance,
  type LoginLimiter,
  type Person,
  type SignedIn,
  createSignedOnAccount,
  findPerson,
  findPersonByEmail,
  openLinkedAccount,
  provePassword,
  signInWithin,
} from '../auth/auth.reads.ts';
import { hasAuthenticator } from '../auth/second-step/second-step.reads.ts';
import type { Config } from '../config.ts';
import { recordActOf } from '../platform/audit/audit.ts';
import {
  PublicError,
  RefusalWithData,
  brokenConstraint,
  conflict,
  unauthorised,
} from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import type { HandOffs, HandedOff, Holder } from './hand-offs.service.ts';
import * as identities from './identities.queries.ts';
import { type Candidates, type Decision, decide } from './link-rules.ts';
import type { StoredProvider } from './providers.queries.ts';
import { contradicts } from './refusals.ts';
import { fitsRollPattern } from './roll-patterns.ts';

interface SignOnOptions {
  pool: Pool;
  config: Pick<Config, 'sessionLimits' | 'contactEmail'>;
  loginLimiter: LoginLimiter;
  handOffs: HandOffs;
}

type Page = Pick<Holder, 'state' | 'key'>;

/** Signs people in for whom a provider vouches, and links them with their accounts. */
export class SignOn {
  readonly #options: SignOnOptions;

  constructor(options: SignOnOptions) {
    this.#options = options;
  }

  /** Finishes a sign-on. With a password, it links the account that has the same verified address. */
  async finish(
    page: Page & { password?: string | undefined; isShared: boolean },
    entrance: Entrance,
  ): Promise<SignedIn> {
    const { pool, handOffs } = this.#options;
    const holder = {
      state: page.state,
      key: page.key,
      purpose: 'sign-in',
      personId: null,
    } as const;
    const handedOff = await handOffs.find(holder);
    const proved = await this.#prove(handedOff.provided, page.password, entrance);
    const opened = await inTransaction(pool, async (db) => {
      const { provided, provider } = handedOff;
      await identities.holdSubject(db, { providerId: provider.id, subject: provided.subject });
      const decision = decide(provider, provided, await findCandidates(db, handedOff), proved);
      if (decision.do === 'refuse' || decision.do === 'ask for the password') return decision;
      await handOffs.use(db, holder);
      const person = await openAccount(db, handedOff, { decision, entrance });
      return this.#signIn(db, { person, provider, isShared: page.isShared }, entrance);
    }).catch((error: unknown) => {
      throw isOfAnother(error) ? contradicts(handedOff.provider.name) : error;
    });
    if ('token' in opened) return opened;
    if (opened.do === 'ask for the password') throw asksForPassword(handedOff, opened.person);
    await this.#recordRefusal(handedOff, opened, entrance);
    throw this.#refusalOf(handedOff.provider, opened);
  }

  /** Links the caller's own account, whose session proves it, with whom the provider vouches for. */
  async link(caller: Caller, page: Page, entrance: Entrance): Promise<string> {
    const { pool, handOffs } = this.#options;
    const holder = { ...page, purpose: 'link', personId: caller.id } as const;
    const { provided, provider } = await handOffs.find(holder);
    const { subject, email, rollNumber } = provided;
    const identity = { providerId: provider.id, subject };
    await inTransaction(pool, async (db) => {
      await identities.holdSubject(db, identity);
      const linked = await identities.findLinkedPersonId(db, identity);
      if (linked !== null) throw linkedAlready(provider.name);
      const meant = rollNumber === null ? null : await findPerson(db, rollNumber);
      if (rollNumber !== null && meant?.id !== caller.id) throw contradicts(provider.name);
      await handOffs.use(db, holder);
      const own = { ...identity, personId: caller.id, email, linkedBy: 'themselves' as const };
      await identities.insertIdentity(db, own);
      await recordLink(db, own, { by: caller.id, provider, entrance });
    }).catch((error: unknown) => {
      throw isOfAnother(error) ? linkedAlready(provider.name) : error;
    });
    return provider.name;
  }

  /** What a sign-on with these claims would do. Changes nothing. */
  async showTry(caller: Caller, page: Page) {
    const { pool, handOffs } = this.#options;
    const holder = { ...page, purpose: 'try', personId: caller.id } as const;
    const handedOff = await handOffs.find(holder);
    const { provided, claims, provider } = handedOff;
    const decision = decide(provider, provided, await findCandidates(pool, handedOff));
    await handOffs.use(pool, holder);
    return { provided, claims, outcome: describe(decision) };
  }

  /** The person whose password was given; null without a password. */
  async #prove(
    provided: ProvidedPerson,
    password: string | undefined,
    entrance: Entrance,
  ): Promise<string | null> {
    if (password === undefined || provided.email === null) return null;
    const { pool, loginLimiter: limiter } = this.#options;
    const person = await findPersonByEmail(pool, provided.email);
    if (!person) return null;
    const { id } = await provePassword({ pool, limiter }, { id: person.id, password, ...entrance });
    if (await hasAuthenticator(pool, id)) throw codeNeeded();
    return id;
  }

  async #signIn(
    db: Database,
    opened: { person: Person; provider: StoredProvider; isShared: boolean },
    { address, browser }: Entrance,
  ): Promise<SignedIn> {
    const { person, provider, isShared } = opened;
    const signedIn = await signInWithin(db, person, {
      method: provider.name,
      limits: this.#options.config.sessionLimits,
      longestHours: provider.sessionHours,
      address,
      browser,
      isShared,
    });
    if (!signedIn) throw unauthorised();
    return signedIn;
  }

  /** What an administrator should look at; a stranger without an account is nothing of the kind. */
  async #recordRefusal(
    { provider, provided }: HandedOff,
    { because, person }: Decision & { do: 'refuse' },
    { address, browser }: Entrance,
  ): Promise<void> {
    if (because !== 'contradicts' || !person) return;
    const details = { provider: provider.name, rollNumber: provided.rollNumber };
    await inTransaction(this.#options.pool, (db) =>
      recordActOf(
        db,
        { by: 'server', address, browser },
        { action: 'refuse-sign-on', personId: person.id, details },
      ),
    );
  }

  #refusalOf({ name }: StoredProvider, { because }: Decision & { do: 'refuse' }): PublicError {
    if (because === 'contradicts') return contradicts(name);
    const { contactEmail } = this.#options.config;
    const whom = contactEmail === null ? 'Ask your teacher.' : `Write to ${contactEmail}.`;
    return because === 'nobody'
      ? forbiddenBecause(`No account here fits your account of ${name}. ${whom}`)
      : forbiddenBecause(
          `An account here has your email address, but ${name} can’t be linked with it. Sign in as you did before.`,
        );
  }
}

async function findCandidates(
  db: Database,
  { provided, provider }: HandedOff,
): Promise<Candidates> {
  const { subject, rollNumber, email } = provided;
  const linkedId = await identities.findLinkedPersonId(db, { providerId: provider.id, subject });
  return {
    linked: linkedId === null ? null : await findPerson(db, linkedId),
    byRollNumber: rollNumber === null ? null : await findPerson(db, rollNumber),
    byEmail: email === null ? null : await findPersonByEmail(db, email),
  };
}

type Opening = Exclude<Decision, { do: 'refuse' | 'ask for the password' }>;

/** Links or creates the account that was decided for, and returns it. */
async function openAccount(
  db: Database,
  { provided, provider }: HandedOff,
  { decision, entrance }: { decision: Opening; entrance: Entrance },
): Promise<Person> {
  const { subject, email } = provided;
  const identity = { providerId: provider.id, subject, email };
  if (decision.do === 'sign in') {
    await identities.updateIdentityAsUsed(db, identity);
    return decision.person;
  }
  const ownEmail = provided.isEmailVerified ? email : null;
  if (decision.do === 'create') {
    const { rollNumber: id } = decision;
    await createSignedOnAccount(db, { id, name: provided.name ?? id, email: ownEmail });
    const own = { ...identity, personId: id, linkedBy: 'new account' as const };
    await identities.insertIdentity(db, own);
    await recordLink(db, own, { by: id, provider, entrance });
    return getPerson(db, id);
  }
  const { person, by } = decision;
  const isTakenOver = by === 'roll number' && (await mayBeOfAnother(db, person));
  if (isTakenOver) await identities.deleteIdentities(db, person.id);
  await openLinkedAccount(db, person, {
    isTakenOver,
    confirmsGuest: by === 'roll number' && fitsAccounts(provider, person.id),
    email: ownEmail,
    keepsEmail: await identities.isListed(db, person.id),
  });
  const own = { ...identity, personId: person.id, linkedBy: by };
  await identities.insertIdentity(db, own);
  await recordLink(db, own, { by: person.id, provider, entrance });
  return getPerson(db, person.id);
}

/** A student registers under any free roll number, until a provider proves whose it is. */
async function mayBeOfAnother(db: Database, { id, role, registeredAt }: Person): Promise<boolean> {
  if (role !== ROLE_STUDENT || registeredAt === null) return false;
  const known = await identities.listIdentities(db, id);
  return known.every(({ linkedBy }) => linkedBy !== 'roll number');
}

/** Links are audited for everybody, by the person who proved to be both. */
const recordLink = (
  db: Database,
  { linkedBy }: Pick<identities.NewIdentity, 'linkedBy'>,
  who: { by: string; provider: StoredProvider; entrance: Entrance },
) => {
  const { by, provider, entrance } = who;
  const { address, browser } = entrance;
  const details = { provider: provider.name, linkedBy };
  return recordActOf(db, { by, address, browser }, { action: 'link-account', details });
};

const fitsAccounts = ({ createsAccounts, rollPatterns }: StoredProvider, rollNumber: string) =>
  createsAccounts && fitsRollPattern(rollPatterns, rollNumber);

async function getPerson(db: Database, id: string): Promise<Person> {
  const person = await findPerson(db, id);
  if (!person) throw unauthorised();
  return person;
}

/** For the administrator who tries a provider. */
function describe(decision: Decision): string {
  if (decision.do === 'create') {
    return `Creates the student account ${decision.rollNumber} and signs in.`;
  }
  const { person } = decision;
  if (decision.do === 'sign in') return `Signs in ${decision.person.id}, who is linked already.`;
  if (decision.do === 'link') {
    return `Links the account ${decision.person.id} (${decision.by}) and signs in.`;
  }
  if (decision.do === 'ask for the password') {
    return `Asks for the password of ${decision.person.id}, which has the same email address.`;
  }
  return person
    ? `Refuses: the account ${person.id} fits only in part.`
    : 'Refuses: no account fits, and none may be created.';
}

const asksForPassword = ({ provider }: HandedOff, { id }: Person) =>
  new RefusalWithData(
    'password_needed',
    `The account ${id} has your email address. Enter its password once to sign in with ${provider.name} from now on.`,
    { id },
  );

/** The password alone opens this account no longer, so it links it neither. */
const codeNeeded = () =>
  new PublicError(
    403,
    'second_step_needed',
    'This account also needs a code. Sign in with your password and the code, and connect the two on the Account page.',
  );

const forbiddenBecause = (message: string) => new PublicError(403, 'sign_on_no_account', message);

const linkedAlready = (provider: string) =>
  conflict(
    'sign_on_contradicts',
    `You or somebody else is linked with this account of ${provider}. Remove that link first.`,
  );

const isOfAnother = (error: unknown) =>
  ['identities_pkey', 'identities_of_people'].includes(brokenConstraint(error) ?? '');
