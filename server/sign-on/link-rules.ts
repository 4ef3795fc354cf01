import type { ProvidedPerson } from '@vlabs/contract/sign-on/providers';
import type { Person } from '../auth/auth.reads.ts';
import type { StoredProvider } from './providers.queries.ts';
import { vouchesForEmail } from './provided-person.ts';
import { fitsRollPattern } from './roll-patterns.ts';

/** The accounts that what arrived may mean; null for none. */
export interface Candidates {
  /** Linked with this subject of the provider. */
  linked: Person | null;
  /** Has the roll number that arrived. */
  byRollNumber: Person | null;
  /** Has the email address that arrived. */
  byEmail: Person | null;
}

/** What a sign-on leads to. */
export type Decision =
  | { do: 'sign in'; person: Person }
  | { do: 'link'; person: Person; by: 'roll number' | 'listed email' | 'email and password' }
  | { do: 'ask for the password'; person: Person }
  | { do: 'create'; rollNumber: string }
  | { do: 'refuse'; because: Reason; person: Person | null };

export type Reason =
  /** The provider names another roll number than that of the linked account, or two accounts fit. */
  | 'contradicts'
  /** An account fits, but is the demo's, or has no password to prove that it is theirs. */
  | 'not linkable'
  | 'nobody';

type Rules = Pick<
  StoredProvider,
  'isAuthoritative' | 'createsAccounts' | 'emailDomains' | 'rollPatterns'
>;

/**
 * Decides whose account a sign-on opens: the first rule that fits.
 * @param proved the person whose password was given; null for none
 */
export function decide(
  provider: Rules,
  provided: ProvidedPerson,
  { linked, byRollNumber, byEmail }: Candidates,
  proved: string | null = null,
): Decision {
  const { rollNumber } = provided;
  if (linked) {
    const isOther = rollNumber !== null && byRollNumber?.id !== linked.id;
    if (isOther) return { do: 'refuse', because: 'contradicts', person: linked };
    return { do: 'sign in', person: linked };
  }
  const decidesByRoll = provider.isAuthoritative && rollNumber !== null;
  if (decidesByRoll && byRollNumber) {
    return linkable(byRollNumber, { do: 'link', person: byRollNumber, by: 'roll number' });
  }
  if (byEmail && vouchesForEmail(provider, provided)) {
    if (decidesByRoll) return { do: 'refuse', because: 'contradicts', person: byEmail };
    return decideByEmail(byEmail, proved);
  }
  if (rollNumber === null || byRollNumber || !maySignUp(provider, provided, rollNumber)) {
    return { do: 'refuse', because: 'nobody', person: null };
  }
  return { do: 'create', rollNumber };
}

/** The address of somebody who has not registered was written by the university. Others prove that they have both. */
function decideByEmail(person: Person, proved: string | null): Decision {
  if (person.registeredAt === null) {
    return linkable(person, { do: 'link', person, by: 'listed email' });
  }
  if (person.passwordHash === null) return linkable(person, notLinkable(person));
  if (proved !== person.id) return linkable(person, { do: 'ask for the password', person });
  return linkable(person, { do: 'link', person, by: 'email and password' });
}

function maySignUp(provider: Rules, provided: ProvidedPerson, rollNumber: string): boolean {
  const { createsAccounts, emailDomains, rollPatterns } = provider;
  const fitsDomain = emailDomains.length === 0 || vouchesForEmail(provider, provided);
  return createsAccounts && fitsDomain && fitsRollPattern(rollPatterns, rollNumber);
}

/** Everyone knows the demo's accounts. */
const linkable = (person: Person, decision: Decision): Decision =>
  person.isDemo ? notLinkable(person) : decision;

const notLinkable = (person: Person): Decision => ({
  do: 'refuse',
  because: 'not linkable',
  person,
});
