import {
  type Provider,
  type ProviderSettings,
  type ProviderText,
  createProvider,
} from '@vlabs/contract/sign-on/providers';
import { fieldErrors } from '../../platform/calls/form-errors.ts';
import { joinCertificates, splitCertificates } from './saml-metadata.ts';

/** The values of the form's fields. */
export type ProviderValues = Record<
  | 'name'
  | 'kind'
  | 'issuer'
  | 'clientId'
  | 'secret'
  | 'scopes'
  | 'entityId'
  | 'signOnAddress'
  | 'certificates'
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
  entityId: '',
  signOnAddress: '',
  certificates: '',
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

/** The usual names of attributes. */
const usualAttributes = {
  oidc: {},
  ldap: { subjectAttribute: 'entryUUID' },
  saml: { subjectAttribute: '' },
};

/** The values of a new provider once another kind is chosen. */
export function ofKind(values: ProviderValues, kind: string): ProviderValues {
  return isKind(kind) ? { ...values, ...usualAttributes[kind], kind } : values;
}

const isKind = (kind: string): kind is ProviderKind => Object.hasOwn(usualAttributes, kind);

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
  const verifiesEmail = settings.verifiesEmail ? YES : '';
  if (settings.kind === 'ldap') return { ...settings, verifiesEmail };
  return { ...settings, verifiesEmail, certificates: joinCertificates(settings.certificates) };
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
  if (values.kind === 'saml') return samlSettingsOf(values);
  const { issuer, clientId, scopes } = values;
  return { kind: 'oidc', issuer, clientId, scopes };
}

function samlSettingsOf(values: ProviderValues): ProviderSettings {
  const { entityId, signOnAddress, subjectAttribute, nameAttribute, emailAttribute } = values;
  return {
    kind: 'saml',
    entityId,
    signOnAddress,
    certificates: splitCertificates(values.certificates),
    subjectAttribute,
    nameAttribute,
    emailAttribute,
    verifiesEmail: values.verifiesEmail === YES,
  };
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
