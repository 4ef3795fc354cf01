import type { ProviderSettings } from '@vlabs/contract/sign-on/providers';
import type { Client, Entry, Filter } from 'ldapts';
import { PublicError } from '../../platform/errors.ts';
import type { Checking, Claims, Credentials, Provider } from '../connector.ts';
import { signOnFailed, unreachable } from '../refusals.ts';

/** For everything that is asked of the directory about one person. */
const TIMEOUT_MS = 10_000;
/** Two show that the user name is not of one person. */
const MAX_ENTRIES = 2;
/** Shown to the administrator who tries the directory, besides those of the settings. */
const USUAL_ATTRIBUTES = [
  'uid',
  'cn',
  'displayName',
  'givenName',
  'sn',
  'mail',
  'employeeNumber',
  'employeeID',
  'sAMAccountName',
  'userPrincipalName',
  'entryUUID',
  'objectGUID',
  'ou',
  'title',
];
/** Of Active Directory; all others are text. */
const BINARY_ATTRIBUTES = ['objectGUID', 'objectSid'];

type Settings = ProviderSettings & { kind: 'ldap' };

/** LDAP: finds the entry of a user name as the reader, and signs in as the entry with the password. */
export class Ldap implements Checking {
  readonly #timeoutMs: number;

  constructor({ timeoutMs = TIMEOUT_MS } = {}) {
    this.#timeoutMs = timeoutMs;
  }

  async check(provider: Provider, credentials: Credentials): Promise<Claims | null> {
    // A directory accepts a sign-in without a password, as one of nobody.
    if (credentials.password === '') return null;
    const settings = settingsOf(provider);
    const deadline = AbortSignal.timeout(this.#timeoutMs);
    const { promise: late, reject } = Promise.withResolvers<never>();
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true });
    try {
      const entry = await Promise.race([late, findProved(provider, credentials, deadline)]);
      return entry && readClaims(provider, settings, entry);
    } catch (error) {
      throw await toRefusal(provider, error);
    }
  }
}

/** The entry of the person; null if there is none or the password is wrong. */
async function findProved(
  provider: Provider,
  { userName, password }: Credentials,
  deadline: AbortSignal,
): Promise<Entry | null> {
  const settings = settingsOf(provider);
  const { connectTo } = await import('./bounded-client.ts');
  const client = await connectTo(settings, deadline);
  try {
    if (settings.readerName !== '') {
      await client.bind(settings.readerName, provider.secret ?? '');
    }
    const entry = await findEntry(client, provider, userName);
    return entry && (await isPasswordOf(client, entry, password)) ? entry : null;
  } finally {
    // It may have ended already.
    await client.unbind().catch(() => undefined);
  }
}

async function findEntry(
  client: Client,
  provider: Provider,
  userName: string,
): Promise<Entry | null> {
  const { AndFilter, EqualityFilter } = await import('ldapts');
  const { base, filter, userAttribute } = settingsOf(provider);
  // The user name is a value and never part of a filter's text.
  const own = new EqualityFilter({ attribute: userAttribute, value: userName });
  const filters = filter === '' ? [own] : [own, await parseFilter(provider.name, filter)];
  const { searchEntries } = await client.search(base, {
    scope: 'sub',
    filter: new AndFilter({ filters }),
    attributes: wantedOf(provider),
    explicitBufferAttributes: BINARY_ATTRIBUTES,
    sizeLimit: MAX_ENTRIES,
  });
  const [entry, another] = searchEntries;
  if (another) {
    const message = `${provider.name} knows several people with this user name. Tell the administrators.`;
    throw signOnFailed(provider.name, message);
  }
  return entry ?? null;
}

async function parseFilter(name: string, filter: string): Promise<Filter> {
  const { FilterParser } = await import('ldapts');
  try {
    return FilterParser.parseString(filter);
  } catch (error) {
    const message = `The filter of ${name} cannot be read. Tell the administrators.`;
    throw signOnFailed(name, message, error);
  }
}

function wantedOf(provider: Provider): string[] {
  const { userAttribute, subjectAttribute, nameAttribute, emailAttribute } = settingsOf(provider);
  const named = [userAttribute, subjectAttribute, nameAttribute, emailAttribute];
  return [...new Set([...named, provider.rollClaim, ...USUAL_ATTRIBUTES])].filter(
    (one) => one !== '',
  );
}

async function isPasswordOf(client: Client, entry: Entry, password: string): Promise<boolean> {
  const { InappropriateAuthError, InvalidCredentialsError } = await import('ldapts');
  try {
    await client.bind(entry.dn, password);
    return true;
  } catch (error) {
    // The second is of an entry without a password.
    if (error instanceof InvalidCredentialsError || error instanceof InappropriateAuthError) {
      return false;
    }
    throw error;
  }
}

/** Names of attributes have no case; the claims have those that the settings and we use. */
function readClaims(provider: Provider, settings: Settings, entry: Entry): Claims {
  const byName = new Map(Object.entries(entry).map(([name, value]) => [name.toLowerCase(), value]));
  const texts = (name: string) => [byName.get(name.toLowerCase()) ?? []].flat().map(toText);
  const attributes = wantedOf(provider)
    .map((name) => [name, texts(name)] as const)
    .filter(([, values]) => values.length > 0);
  const [subject = ''] = texts(settings.subjectAttribute);
  const claims = {
    ...Object.fromEntries(attributes),
    name: texts(settings.nameAttribute).at(0),
    email: texts(settings.emailAttribute).at(0),
    email_verified: settings.verifiesEmail,
  };
  return { subject, claims };
}

const toText = (value: string | Buffer) =>
  typeof value === 'string' ? value : value.toString('hex');

function settingsOf({ settings }: Pick<Provider, 'settings'>): Settings {
  if (settings.kind !== 'ldap') throw new Error('The provider is no directory.');
  return settings;
}

/** Says what the person can do about it. The cause stays in the log. */
async function toRefusal({ name }: Provider, error: unknown): Promise<unknown> {
  const { ResultCodeError } = await import('ldapts');
  if (error instanceof PublicError) return error;
  if (!(error instanceof ResultCodeError)) return unreachable(name, error);
  const message = `${name} refused a request of this server. Tell the administrators to check its settings.`;
  return signOnFailed(name, message, error);
}
