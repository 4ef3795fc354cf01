import {
  type Provider,
  type ProviderSettings,
  type ProviderText,
  createProvider,
} from '@vlabs/contract/sign-on/providers';
import { fieldErrors } from '../../platform/calls/form-errors.ts';

/** The values of the form's fields. */
export type ProviderValues = Record<
  | 'name'
  | 'kind'
  | 'issuer'
  | 'clientId'
  | 'secret'
  | 'scopes'
  | 'address'
  | 'authorities'
  | 'readerName'
  | 'base'
  | 'filter'
  | 'userAttribute'
  | 'subjectAttribute'
  | 'nameAttribute'
  | 'emailAttribute'
  | 'verifiesEmail'
  | 'rollFrom'
  | 'rollClaim'
  | 'isAuthoritative'
  | 'createsAccounts'
  | 'emailDomains'
  | 'rollPatterns'
  | 'sessionHours',
  string
>;

export type ProviderKind = ProviderSettings['kind'];

export const YES = 'yes';

const emptyProvider: ProviderValues = {
  name: '',
  kind: 'oidc',
  issuer: '',
  clientId: '',
  secret: '',
  scopes: 'openid email profile',
  address: '',
  authorities: '',
  readerName: '',
  base: '',
  filter: '',
  userAttribute: 'uid',
  subjectAttribute: 'entryUUID',
  nameAttribute: 'displayName',
  emailAttribute: 'mail',
  verifiesEmail: '',
  rollFrom: 'email',
  rollClaim: '',
  isAuthoritative: '',
  createsAccounts: '',
  emailDomains: '',
  rollPatterns: '',
  sessionHours: '',
};

export function valuesOf(provider: Provider | null): ProviderValues {
  if (provider === null) return emptyProvider;
  const { name, settings, rollFrom, rollClaim, sessionHours } = provider;
  return {
    ...emptyProvider,
    ...fieldsOf(settings),
    name,
    rollFrom,
    rollClaim,
    isAuthoritative: provider.isAuthoritative ? YES : '',
    createsAccounts: provider.createsAccounts ? YES : '',
    emailDomains: provider.emailDomains.join(', '),
    rollPatterns: provider.rollPatterns.join(', '),
    sessionHours: sessionHours === null ? '' : String(sessionHours),
  };
}

function fieldsOf(settings: ProviderSettings): Partial<ProviderValues> {
  if (settings.kind === 'oidc') return settings;
  return { ...settings, verifiesEmail: settings.verifiesEmail ? YES : '' };
}

/** Only those of the chosen kind. */
function settingsOf(values: ProviderValues): ProviderSettings {
  if (values.kind === 'ldap') {
    const { address, authorities, readerName, base, filter, verifiesEmail } = values;
    const { userAttribute, subjectAttribute, nameAttribute, emailAttribute } = values;
    return {
      kind: 'ldap',
      address,
      authorities,
      readerName,
      base,
      filter,
      userAttribute,
      subjectAttribute,
      nameAttribute,
      emailAttribute,
      verifiesEmail: verifiesEmail === YES,
    };
  }
  const { issuer, clientId, scopes } = values;
  return { kind: 'oidc', issuer, clientId, scopes };
}

/** As it is sent; the contract checks it. */
export function textOf(values: ProviderValues): ProviderText & { secret: string } {
  const { rollFrom, sessionHours } = values;
  return {
    name: values.name,
    settings: settingsOf(values),
    rollFrom: rollFrom === 'claim' || rollFrom === 'email' ? rollFrom : 'nothing',
    rollClaim: values.rollClaim,
    isAuthoritative: values.isAuthoritative === YES,
    createsAccounts: values.createsAccounts === YES,
    emailDomains: listOf(values.emailDomains),
    rollPatterns: listOf(values.rollPatterns),
    sessionHours: sessionHours.trim() === '' ? null : Number(sessionHours),
    secret: values.secret,
  };
}

/** The first mistake of each field. */
export function mistakesIn(values: ProviderValues): Record<string, string> {
  const errors = Object.entries(fieldErrors(createProvider.body, textOf(values))).map(
    ([path, message]) => [fieldOf(path), message],
  );
  const more = {
    ...(values.rollFrom === 'claim' && values.rollClaim.trim() === ''
      ? { rollClaim: `Name the ${claimOf(values)} that has the roll number.` }
      : {}),
    ...(values.rollFrom === 'email' && listOf(values.emailDomains).length === 0
      ? { emailDomains: 'Name the domains whose addresses contain roll numbers.' }
      : {}),
  };
  return { ...Object.fromEntries(errors), ...more };
}

/** What the provider calls a fact about a person. */
export const claimOf = ({ kind }: Pick<ProviderValues, 'kind'>) =>
  kind === 'oidc' ? 'claim' : 'attribute';

/** `settings.issuer` and `emailDomains.0` belong to the fields `issuer` and `emailDomains`. */
const fieldOf = (path: string) => path.replace(/^settings\./, '').replace(/\.\d+$/, '');

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
