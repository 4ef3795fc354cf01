import {
  type Provider,
  type ProviderText,
  createProvider,
} from '@vlabs/contract/sign-on/providers';
import { fieldErrors } from '../../platform/calls/form-errors.ts';

/** The values of the form's fields. */
export type ProviderValues = Record<
  | 'name'
  | 'issuer'
  | 'clientId'
  | 'secret'
  | 'scopes'
  | 'rollFrom'
  | 'rollClaim'
  | 'isAuthoritative'
  | 'createsAccounts'
  | 'emailDomains'
  | 'rollPatterns'
  | 'sessionHours',
  string
>;

export const YES = 'yes';

const emptyProvider: ProviderValues = {
  name: '',
  issuer: '',
  clientId: '',
  secret: '',
  scopes: 'openid email profile',
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
  const { issuer, clientId, scopes } = settings;
  return {
    ...emptyProvider,
    name,
    issuer,
    clientId,
    scopes,
    rollFrom,
    rollClaim,
    isAuthoritative: provider.isAuthoritative ? YES : '',
    createsAccounts: provider.createsAccounts ? YES : '',
    emailDomains: provider.emailDomains.join(', '),
    rollPatterns: provider.rollPatterns.join(', '),
    sessionHours: sessionHours === null ? '' : String(sessionHours),
  };
}

/** As it is sent; the contract checks it. */
export function textOf(values: ProviderValues): ProviderText & { secret: string } {
  const { issuer, clientId, scopes, rollFrom, sessionHours } = values;
  return {
    name: values.name,
    settings: { kind: 'oidc', issuer, clientId, scopes },
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
      ? { rollClaim: 'Name the claim that has the roll number.' }
      : {}),
    ...(values.rollFrom === 'email' && listOf(values.emailDomains).length === 0
      ? { emailDomains: 'Name the domains whose addresses contain roll numbers.' }
      : {}),
  };
  return { ...Object.fromEntries(errors), ...more };
}

/** `settings.issuer` and `emailDomains.0` belong to the fields `issuer` and `emailDomains`. */
const fieldOf = (path: string) => path.replace(/^settings\./, '').replace(/\.\d+$/, '');

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
