import { EmailAddress, FullName, TypedRollNumber } from '@vlabs/contract/auth/auth';
import type { ProvidedPerson } from '@vlabs/contract/sign-on/providers';
import type { Claims } from './connector.ts';
import type { StoredProvider } from './providers.queries.ts';
import { signOnFailed } from './refusals.ts';

const MAX_SUBJECT = 255;

type Rules = Pick<StoredProvider, 'name' | 'rollFrom' | 'rollClaim' | 'emailDomains'>;

/** Reads the claims of a provider. What is missing or malformed is null; a name like `preferred_username` is ignored. */
export function readClaims(provider: Rules, { subject, claims }: Claims): ProvidedPerson {
  if (subject === '' || subject.length > MAX_SUBJECT) throw signOnFailed(provider.name);
  const email = readBy(EmailAddress, claims['email']);
  // A provider that does not say so has not verified it.
  const isEmailVerified = email !== null && claims['email_verified'] === true;
  const names = [claims['given_name'], claims['family_name']].filter(isText);
  const person = {
    subject,
    name: readBy(FullName, claims['name']) ?? readBy(FullName, names.join(' ')),
    email,
    isEmailVerified,
  };
  return { ...person, rollNumber: readRollNumber(provider, claims, person) };
}

function readRollNumber(
  provider: Rules,
  claims: Record<string, unknown>,
  person: Pick<ProvidedPerson, 'email' | 'isEmailVerified'>,
): string | null {
  if (provider.rollFrom === 'claim') return readBy(TypedRollNumber, at(claims, provider.rollClaim));
  if (provider.rollFrom === 'nothing' || !vouchesForEmail(provider, person)) return null;
  return readBy(TypedRollNumber, person.email?.split('@').at(0));
}

/** Whether the address is verified and of a domain of the provider. */
export function vouchesForEmail(
  { emailDomains }: Pick<Rules, 'emailDomains'>,
  { email, isEmailVerified }: Pick<ProvidedPerson, 'email' | 'isEmailVerified'>,
): boolean {
  const domain = email?.split('@').at(-1)?.toLowerCase() ?? '';
  return isEmailVerified && emailDomains.includes(domain);
}

/** The value of a path like `extensions.roll`; a name that has dots itself comes first. */
function at(claims: unknown, path: string): unknown {
  if (!isRecord(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  const dot = path.indexOf('.');
  if (dot < 0 || !Object.hasOwn(claims, path.slice(0, dot))) return undefined;
  return at(claims[path.slice(0, dot)], path.slice(dot + 1));
}

/** Directories send numbers, and lists of one value. */
function readBy(
  schema: { safeParse: (value: unknown) => { success: boolean; data?: string | undefined } },
  value: unknown,
): string | null {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const text = typeof one === 'number' && Number.isSafeInteger(one) ? String(one) : one;
  return schema.safeParse(text).data ?? null;
}

const isText = (value: unknown) => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
