import { ProvidedPerson } from '@vlabs/contract/sign-on/providers';
import type { Pool } from 'pg';
import {
  type Entrance,
  type LoginLimiter,
  TurnQueue,
  forgiveGuesses,
  limitGuesses,
} from '../auth/auth.reads.ts';
import { networkOf } from '../platform/connections/addresses.ts';
import { z } from 'zod';
import { readRefusalCode } from '@vlabs/contract/http/refusal-codes';
import { hashToken, makeToken } from '../platform/access/sessions.ts';
import { PublicError, notFound, toPublicError } from '../platform/errors.ts';
import type { KeySource } from '../platform/key-source.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import { SEALING_KEY_BYTES, openText, sealText } from '../platform/sealed-text.ts';
import {
  type Checking,
  type Claims,
  type Connector,
  type Credentials,
  Expected,
  type Provider,
  type Returned,
} from './connector.ts';
import * as queries from './hand-offs.queries.ts';
import { readClaims } from './provided-person.ts';
import { type StoredProvider, findProvider } from './providers.queries.ts';
import {
  credentialsNeeded,
  notConfigured,
  signOnExpired,
  signOnFailed,
  wrongCredentials,
} from './refusals.ts';

const CALLBACK_PATH = '/api/v1/sign-on/callback';
/** Replies of one provider that are verified at the same time on this server, and more that wait. */
const VERIFICATIONS = 100;
const MAX_WAITING = 1000;
/** For the administrator who tries a provider. */
const MAX_CLAIMS = 10_000;

const Refused = z.object({ status: z.int(), code: z.string(), message: z.string() });

/** What a provider's reply led to: a person, or why nobody can sign in. */
const Result = z.union([
  z.object({ provided: ProvidedPerson, claims: z.string() }),
  z.object({ refusal: Refused }),
]);

/** Somebody for whom a provider vouched. */
export interface HandedOff {
  provided: ProvidedPerson;
  /** All claims as JSON. */
  claims: string;
  provider: StoredProvider;
}

interface HandOffsOptions {
  pool: Pool;
  /** Null: sign-on is not configured. */
  publicUrl: string | null;
  secrets: KeySource;
  loginLimiter: LoginLimiter;
  connectors: Record<string, Connector>;
  log: Log;
}

/** A page that begins a sign-on. */
interface Beginning {
  providerId: string;
  keyHash: string;
  purpose: queries.Purpose;
  personId: string | null;
  /** For a provider without a page of its own. */
  credentials?: Credentials | undefined;
}

/** Who may finish a hand-off: the page that knows the key, and the person who began it. */
export interface Holder {
  state: string;
  key: string;
  purpose: queries.Purpose;
  personId: string | null;
}

/**
 * Sends people to a provider and takes them back. No cookie is involved: what a sign-on expects and leads to is in the
 * database, so any server can take each step, and only the page that began it, which has the key, can finish it.
 */
export class HandOffs {
  readonly #options: HandOffsOptions;
  /** By provider: a slow one does not delay the others. Networks take turns. */
  readonly #verifications = new Map<string, TurnQueue>();

  constructor(options: HandOffsOptions) {
    this.#options = options;
  }

  /** Null if sign-on is not configured. */
  get callbackAddress(): string | null {
    const { publicUrl } = this.#options;
    return publicUrl === null ? null : `${publicUrl}${CALLBACK_PATH}`;
  }

  /** Returns the address to open: of the provider, or where to finish if the person is known already. */
  async begin(begun: Beginning, entrance: Entrance): Promise<string> {
    const { pool } = this.#options;
    const provider = await this.#getProvider(begun.providerId);
    if (!provider.isOn && begun.purpose !== 'try') throw notFound('This way to sign in');
    const state = makeToken();
    const asked = this.#ask(provider, { ...begun, state }, entrance);
    const { address, expected, result } = await asked.catch((error: unknown) => {
      if (error instanceof Error && error.cause !== undefined) this.#refusalOf(provider, error);
      throw error;
    });
    await queries.deleteOldHandOffs(pool);
    await queries.insertHandOff(pool, {
      stateHash: hashToken(state),
      providerId: provider.id,
      purpose: begun.purpose,
      personId: begun.personId,
      keyHash: Buffer.from(begun.keyHash, 'hex'),
      expectedSealed: this.#seal(state, expected),
      resultSealed: result && this.#seal(state, result),
    });
    return address;
  }

  /** Verifies a provider's reply and stores the result, for the page that began. A reply counts once. */
  async return(
    { state, parameters }: Pick<Returned, 'state' | 'parameters'>,
    { address }: Pick<Entrance, 'address'>,
  ): Promise<void> {
    const { pool } = this.#options;
    const stateHash = hashToken(state);
    const returned = await queries.updateAsReturned(pool, stateHash);
    if (!returned) return;
    const provider = await this.#getProvider(returned.providerId);
    const expected = this.#open(state, returned.expectedSealed, Expected);
    const reply = { state, parameters, expected, network: networkOf(address) };
    const result = await this.#verify(provider, reply).catch((error: unknown) =>
      this.#refusalOf(provider, error),
    );
    const resultSealed = this.#seal(state, result);
    await queries.updateResult(pool, { stateHash, resultSealed });
  }

  /** The person for whom the provider vouched. Throws why there is none. */
  async find(holder: Holder): Promise<HandedOff> {
    const found = await queries.findHandOff(this.#options.pool, soughtBy(holder));
    if (!found) throw signOnExpired();
    const provider = await this.#getProvider(found.providerId);
    // The server that received the reply stopped before it had verified it.
    if (!found.resultSealed) throw signOnFailed(provider.name);
    const result = this.#open(holder.state, found.resultSealed, Result);
    if ('refusal' in result) throw remade(result.refusal);
    return { ...result, provider };
  }

  /** Uses the hand-off up; throws if another call has done so. */
  async use(db: Database, holder: Holder): Promise<void> {
    if ((await queries.deleteHandOff(db, soughtBy(holder))) === 0) throw signOnExpired();
  }

  sealSecret(providerId: string, secret: string): Buffer {
    return sealText(this.#key(), providerId, secret);
  }

  async #verify(
    provider: StoredProvider,
    reply: Omit<Returned, 'callbackAddress'>,
  ): Promise<z.input<typeof Result>> {
    const connector = this.#connectorOf(provider);
    if ('check' in connector) throw signOnFailed(provider.name);
    const returned = { ...reply, callbackAddress: this.#getCallbackAddress() };
    const turn = { lane: 'sign-in', network: reply.network } as const;
    const claims = await this.#turnsOf(provider).run(turn, () =>
      connector.finish(this.#withSecret(provider), returned),
    );
    return readResult(provider, claims);
  }

  async #ask(
    provider: StoredProvider,
    { state, credentials }: { state: string; credentials?: Credentials | undefined },
    entrance: Entrance,
  ): Promise<{ address: string; expected: Expected; result: z.input<typeof Result> | null }> {
    const connector = this.#connectorOf(provider);
    const callbackAddress = this.#getCallbackAddress();
    if ('begin' in connector) {
      const asked = { state, callbackAddress };
      return { ...(await connector.begin(this.#withSecret(provider), asked)), result: null };
    }
    if (!credentials) throw credentialsNeeded(provider.name);
    const claims = await this.#check(connector, { provider, credentials }, entrance);
    return { address: `/signed-in#${state}`, expected: {}, result: readResult(provider, claims) };
  }

  /** Guesses count like those of a password of ours, so that nobody guesses a directory's through us. */
  async #check(
    connector: Checking,
    { provider, credentials }: { provider: StoredProvider; credentials: Credentials },
    { address }: Entrance,
  ): Promise<Claims> {
    const { pool, loginLimiter: limiter } = this.#options;
    const personId = hashToken(`${provider.id} ${foldUserName(credentials.userName)}`);
    const origin = { personId: personId.toString('hex'), network: networkOf(address) };
    const claims = await limitGuesses({ pool, limiter }, origin, () =>
      this.#turnsOf(provider).run({ lane: 'sign-in', network: origin.network }, () =>
        connector.check(this.#withSecret(provider), credentials),
      ),
    );
    if (!claims) throw wrongCredentials(provider.name);
    await forgiveGuesses(pool, origin);
    return claims;
  }

  #getCallbackAddress(): string {
    const { callbackAddress } = this;
    if (callbackAddress === null) throw notConfigured();
    return callbackAddress;
  }

  #turnsOf({ id }: StoredProvider): TurnQueue {
    const known = this.#verifications.get(id);
    if (known) return known;
    const maxWaiting = { 'sign-in': MAX_WAITING, registration: 0 };
    const turns = new TurnQueue({ places: VERIFICATIONS, maxWaiting });
    this.#verifications.set(id, turns);
    return turns;
  }

  /** One line in the log for each reply that is refused; throws what is a fault of ours. */
  #refusalOf({ name }: StoredProvider, error: unknown): z.input<typeof Result> {
    const refusal = toPublicError(error);
    if (!refusal) throw error;
    const { status, code, message } = refusal;
    const cause = refusal.cause instanceof Error ? refusal.cause.message : null;
    this.#options.log.warn({ provider: name, code, cause }, 'A sign-on failed.');
    return { refusal: { status, code, message } };
  }

  async #getProvider(id: string): Promise<StoredProvider> {
    const provider = await findProvider(this.#options.pool, id);
    if (!provider) throw notFound('This way to sign in');
    return provider;
  }

  #withSecret({ secretSealed, ...provider }: StoredProvider): Provider {
    const secret = secretSealed && openText(this.#key(), provider.id, secretSealed);
    return { ...provider, secret };
  }

  #connectorOf({ settings: { kind } }: StoredProvider): Connector {
    const connector = this.#options.connectors[kind];
    if (!connector) throw new Error(`No connector for providers of the kind ${kind}.`);
    return connector;
  }

  #seal(state: string, value: object): Buffer {
    return sealText(this.#key(), state, JSON.stringify(value));
  }

  #open<Shape extends z.ZodType>(state: string, sealed: Buffer, shape: Shape): z.output<Shape> {
    return shape.parse(JSON.parse(openText(this.#key(), state, sealed) ?? 'null'));
  }

  #key(): Buffer {
    return this.#options.secrets.deriveKey('sign-on', SEALING_KEY_BYTES);
  }
}

function readResult(provider: StoredProvider, claims: Claims): z.input<typeof Result> {
  const shown = JSON.stringify(claims.claims, null, 2).slice(0, MAX_CLAIMS);
  return { provided: readClaims(provider, claims), claims: shown };
}

/** Directories take user names as equal that differ in case, accents, spaces and invisible characters. */
const foldUserName = (userName: string): string =>
  userName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{C}\p{Z}\s]/gu, '');

const soughtBy = ({ state, key, purpose, personId }: Holder) => ({
  stateHash: hashToken(state),
  keyHash: hashToken(key),
  purpose,
  personId,
});

const remade = ({ status, code, message }: z.infer<typeof Refused>) =>
  new PublicError(status, readRefusalCode(code), message);
