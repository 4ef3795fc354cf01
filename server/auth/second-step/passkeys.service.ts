import { randomBytes } from 'node:crypto';
import { type Assertion, MAX_PASSKEYS, type NewPasskey } from '@vlabs/contract/auth/second-step';
import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { networkOf } from '../../platform/connections/addresses.ts';
import { conflict, notFound, tooManyUntil } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/serve.ts';
import type { KeySource } from '../../platform/key-source.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import { type Device, signIn } from '../open-session.ts';
import { onlyWayIn } from './only-way-in.ts';
import { findPerson } from '../people.queries.ts';
import { freeSession } from './demands.queries.ts';
import * as passkeys from './passkeys.queries.ts';
import { type RelyingParty, findRelyingParty } from './relying-party.ts';
import {
  passkeyRefused,
  readChallenge,
  verifyAssertion,
  verifyNewPasskey,
} from './verify-passkey.ts';

/** Open challenges of a network. A whole campus shares an address. */
const CHALLENGES_OF_NETWORK = 10_000;
const HANDLE_BYTES = 32;

interface Dependencies {
  pool: Pool;
  config: Pick<Config, 'publicUrl' | 'institution' | 'sessionLimits'>;
  secrets: KeySource;
}

/** Where a call comes from: the host that its page was opened at decides whether passkeys work. */
export interface Opened extends Device {
  host: string;
  isProxied: boolean;
}

/** Sign-in with passkeys, and a person's own passkeys. */
export class Passkeys {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  isOffered = (host: string): boolean =>
    findRelyingParty(this.#with.config.publicUrl, host) !== null;

  async beginSignIn(opened: Opened) {
    return this.#ask({ purpose: 'sign-in', personId: null }, opened);
  }

  async signIn(assertion: Assertion, opened: Opened & { isShared: boolean }) {
    const { pool, config } = this.#with;
    const used = await this.#use(assertion, { purpose: 'sign-in', personId: null }, opened);
    const person = used && (await findPerson(pool, used.personId));
    if (!person || (person.isDemo && opened.isProxied)) throw passkeyRefused(401);
    const { address, browser, isShared } = opened;
    const session = { address, browser, isShared, limits: config.sessionLimits };
    const signedIn = await signIn(pool, person, { ...session, method: 'passkey' });
    if (!signedIn) throw passkeyRefused(401);
    return signedIn;
  }

  async beginProof(caller: Caller, opened: Opened) {
    const own = await passkeys.listPasskeys(this.#with.pool, caller.id);
    const asked = await this.#ask({ purpose: 'prove', personId: caller.id }, opened);
    return { ...asked, credentialIds: own.map(credentialIdOf) };
  }

  /** Refuses a passkey that is not the caller's, or signs nothing that was just asked for. */
  async requireProof(caller: Caller, assertion: Assertion, opened: Opened): Promise<void> {
    const asked = { purpose: 'prove' as const, personId: caller.id };
    const used = await this.#use(assertion, asked, opened);
    if (used?.personId !== caller.id) throw passkeyRefused(400);
  }

  /** The caller has just proved who they are. */
  async beginNew(caller: Caller, opened: Opened) {
    const { pool, config } = this.#with;
    const person = await findPerson(pool, caller.id);
    if (!person || person.isDemo) throw sharedAccount();
    const own = await passkeys.listPasskeys(pool, caller.id);
    if (own.length >= MAX_PASSKEYS) throw tooManyPasskeys();
    const user = { id: this.#handleOf(person.id), name: person.id, displayName: person.name };
    const asked = await this.#ask({ purpose: 'add', personId: caller.id }, opened);
    const { institution } = config;
    return { ...asked, institution, user, excludedIds: own.map(credentialIdOf) };
  }

  async add(
    caller: Caller,
    { name, passkey }: { name: string; passkey: NewPasskey },
    opened: Opened,
  ): Promise<void> {
    const { pool } = this.#with;
    const party = this.#requireParty(opened.host);
    const { id: personId } = caller;
    const challenge = readChallenge(passkey.response.clientDataJSON);
    const asked = { purpose: 'add' as const, personId };
    if (challenge === null) throw passkeyRefused(400);
    const isOurs = (await passkeys.deleteChallenge(pool, { ...asked, challenge })) === 1;
    const key = isOurs && (await verifyNewPasskey(passkey, { challenge, party }));
    if (!key) throw passkeyRefused(400);
    await inTransaction(pool, async (db) => {
      await passkeys.lockPerson(db, personId);
      const own = await passkeys.listPasskeys(db, personId);
      if (own.length >= MAX_PASSKEYS) throw tooManyPasskeys();
      const added = await passkeys.insertPasskey(db, { ...key, personId, name });
      if (added === 0) throw passkeyRefused(400);
      if (caller.sessionId !== null) await freeSession(db, caller.sessionId);
      await recordAct(db, { action: 'add-passkey', details: { name } });
    });
  }

  async hasPassword(personId: string): Promise<boolean> {
    const person = await findPerson(this.#with.pool, personId);
    return typeof person?.passwordHash === 'string';
  }

  list = (personId: string) => passkeys.listPasskeys(this.#with.pool, personId);

  async rename(caller: Caller, passkey: { passkeyId: string; name: string }): Promise<void> {
    const renamed = await passkeys.updateName(this.#with.pool, { ...passkey, personId: caller.id });
    // Another person's passkey is treated as not found.
    if (renamed === 0) throw notFound('That passkey');
  }

  /** The caller has just proved who they are. */
  async remove(caller: Caller, passkeyId: string): Promise<void> {
    await inTransaction(this.#with.pool, async (db) => {
      await passkeys.lockPerson(db, caller.id);
      const own = await passkeys.listPasskeys(db, caller.id);
      const removed = own.find(({ id }) => id === passkeyId);
      if (!removed) throw notFound('That passkey');
      await passkeys.deletePasskey(db, { passkeyId, personId: caller.id });
      if (!(await passkeys.hasWayIn(db, caller.id))) throw onlyWayIn();
      await recordAct(db, { action: 'remove-passkey', details: { name: removed.name } });
    });
  }

  async #ask(
    asked: { purpose: passkeys.Purpose; personId: string | null },
    { host, address }: Opened,
  ): Promise<{ challenge: string; rpId: string }> {
    const { pool } = this.#with;
    const party = this.#requireParty(host);
    const network = networkOf(address);
    const open = await passkeys.countChallenges(pool, network, CHALLENGES_OF_NETWORK);
    if (open >= CHALLENGES_OF_NETWORK) throw tooManyChallenges();
    const challenge = randomBytes(32);
    await passkeys.insertChallenge(pool, { ...asked, challenge, network });
    return { challenge: challenge.toString('base64url'), rpId: party.id };
  }

  /** The passkey that signed a challenge of ours; null if none did. The challenge is used in any case. */
  async #use(
    assertion: Assertion,
    asked: { purpose: passkeys.Purpose; personId: string | null },
    { host }: Opened,
  ): Promise<passkeys.Passkey | null> {
    const { pool } = this.#with;
    const party = this.#requireParty(host);
    const challenge = readChallenge(assertion.response.clientDataJSON);
    if (challenge === null) return null;
    if ((await passkeys.deleteChallenge(pool, { ...asked, challenge })) === 0) return null;
    const passkey = await passkeys.findPasskey(pool, Buffer.from(assertion.id, 'base64url'));
    if (!passkey) return null;
    const { userHandle } = assertion.response;
    if (userHandle && userHandle !== this.#handleOf(passkey.personId)) return null;
    const counter = await verifyAssertion(assertion, passkey, { challenge, party });
    if (counter === null) return null;
    const counted = await passkeys.updateUsed(pool, { id: passkey.id, counter });
    return counted === 1 ? passkey : null;
  }

  #requireParty(host: string): RelyingParty {
    const party = findRelyingParty(this.#with.config.publicUrl, host);
    if (party) return party;
    throw conflict(
      'no_passkeys',
      'Passkeys work only at the public https address of V-labs. Use your password here.',
    );
  }

  /** Names the person to their authenticator, and to nobody else. */
  #handleOf = (personId: string): string =>
    this.#with.secrets.deriveKey(`passkeys of ${personId}`, HANDLE_BYTES).toString('base64url');
}

const credentialIdOf = ({ credentialId }: passkeys.Passkey) => credentialId.toString('base64url');

const sharedAccount = () =>
  conflict('demo_account', 'Many people use this account of the demo, so it has no passkeys.');

const tooManyPasskeys = () =>
  conflict(
    'too_many_passkeys',
    `You have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use first.`,
  );

const tooManyChallenges = () =>
  tooManyUntil(
    'too_many_challenges',
    300,
    (wait) =>
      `Too many people are using passkeys here. Try again in ${wait}, or use your password.`,
  );
