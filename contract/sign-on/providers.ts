import { z } from 'zod';
import { Done, endpoint, replyOf } from '../http/endpoint.ts';
import { RollNumber } from '../auth/auth.ts';

const line = (what: string, max: number) =>
  z
    .string(`${what} is required.`)
    .trim()
    .min(1, `${what} is required.`)
    .max(max, `${what} has at most ${max} characters.`);

/** A path of names in the claims of a person, like `employee_id` or `extensions.roll`. */
const ClaimPath = z
  .string()
  .trim()
  .max(200, 'The name of a claim has at most 200 characters.')
  .default('');

const Issuer = line('The issuer', 500)
  .refine((url) => isWebAddress(url), 'The issuer is an address that begins with https://.')
  .refine((url) => !/[?#]/.test(url), 'The issuer has no ? and no # in it.');

/** An OpenID Connect provider, such as Google Workspace, Entra or Keycloak. */
const OidcSettings = z.object({
  kind: z.literal('oidc'),
  issuer: Issuer,
  clientId: line('The client id', 500),
  scopes: line('The scopes', 500).default('openid email profile'),
});

/** The name of an attribute of a person, like `mail` or `employeeNumber`. */
const Attribute = z
  .string()
  .trim()
  .max(200, 'The name of an attribute has at most 200 characters.')
  .regex(/^[\w.:;/-]+$/, 'Write the name of one attribute, without spaces.');

const DIRECTORY_ADDRESS = 'The address is written like ldaps://directory.example.edu.';

/** A directory, such as Active Directory or OpenLDAP, which checks a user name and a password. */
const LdapSettings = z.object({
  kind: z.literal('ldap'),
  /** With ldap:// the connection is encrypted before anything is sent. */
  address: line('The address', 500).refine(isDirectoryAddress, DIRECTORY_ADDRESS),
  /** PEM of the authorities that the directory's certificate must come from; empty: those of the system. */
  authorities: z
    .string()
    .trim()
    .max(20_000, 'The certificates have at most 20000 characters.')
    .default(''),
  /** Who searches, with the secret as its password; empty: anybody may. */
  readerName: z.string().trim().max(500, 'The name has at most 500 characters.').default(''),
  /** The part of the tree that is searched. */
  base: line('The base', 500),
  /** Which entries count, like `(memberOf=…)`; empty: all. */
  filter: z.string().trim().max(1000, 'The filter has at most 1000 characters.').default(''),
  /** Whose value the person types as the user name. */
  userAttribute: Attribute,
  /** Identifies the person for ever. */
  subjectAttribute: Attribute,
  nameAttribute: Attribute,
  emailAttribute: Attribute,
  /** The university knows that the addresses belong to these people. */
  verifiesEmail: z.boolean(),
});

/** As `Attribute`; empty for none. */
const AttributeOrNone = z.literal('').or(Attribute);

const MAX_CERTIFICATES = 4;

/** A SAML 2.0 provider, such as Shibboleth, SimpleSAMLphp, AD FS or Entra. */
const SamlSettings = z.object({
  kind: z.literal('saml'),
  /** The provider's own name, which its replies contain. */
  entityId: line('The entity id', 500),
  /** Where people are sent to sign in, with the request in the address (HTTP-Redirect). */
  signOnAddress: line('The sign-on address', 1000)
    .refine((url) => isWebAddress(url), 'The sign-on address begins with https://.')
    .refine((url) => !url.includes('#'), 'The sign-on address has no # in it.'),
  /** That the provider signs with, now or soon: in PEM, or in base64 as in its metadata. */
  certificates: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[\w+/=\s-]+$/, 'Paste the certificate as it is in the provider’s metadata.')
        .max(10_000, 'A certificate has at most 10000 characters.'),
    )
    .min(1, 'Enter the certificate that the provider signs with.')
    .max(MAX_CERTIFICATES, `A provider has at most ${MAX_CERTIFICATES} certificates.`),
  /** Identifies the person for ever; empty: the name (NameID) of the reply does. */
  subjectAttribute: AttributeOrNone,
  nameAttribute: AttributeOrNone,
  emailAttribute: AttributeOrNone,
  /** The university knows that the addresses belong to these people. */
  verifiesEmail: z.boolean(),
});

/** What is specific to the kind of the provider. */
export const ProviderSettings = z.discriminatedUnion(
  'kind',
  [OidcSettings, LdapSettings, SamlSettings],
  'Choose a kind.',
);
export type ProviderSettings = z.infer<typeof ProviderSettings>;

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/, 'A domain is written like example.edu.');

/** `#` is one digit and `@` one letter; other characters stand for themselves. */
const RollPattern = z
  .string()
  .trim()
  .min(1, 'A pattern has at least one character.')
  .max(64, 'A pattern has at most 64 characters.');

export const ProviderText = z.object({
  /** On the button: "Sign in with NAME". */
  name: line('The name', 60),
  settings: ProviderSettings,
  /** Where the roll number comes from: a claim, or what precedes the @ of a verified address of its domains. */
  rollFrom: z.enum(['nothing', 'claim', 'email']),
  rollClaim: ClaimPath,
  /** The provider's roll number alone decides whose account it is. */
  isAuthoritative: z.boolean(),
  /** Creates student accounts for people without one. */
  createsAccounts: z.boolean(),
  /** Domains whose addresses belong to the provider. */
  emailDomains: z.array(Domain).max(20, 'A provider has at most 20 domains.'),
  /** Roll numbers for which accounts are created; an empty list allows all. */
  rollPatterns: z.array(RollPattern).max(20, 'A provider has at most 20 patterns.'),
  /** Sessions end after so many hours, and no later than other sessions; null for no shorter limit. */
  sessionHours: z.int().min(1).max(8760).nullable(),
});
export type ProviderText = z.infer<typeof ProviderText>;

export const Provider = ProviderText.extend({
  providerId: z.uuid(),
  isOn: z.boolean(),
  /** A secret is stored; it is never sent. */
  hasSecret: z.boolean(),
  /** Linked people. */
  people: z.int(),
});
export type Provider = z.infer<typeof Provider>;

/** Of the provider; empty keeps the stored one. */
const Secret = z.string().max(4000, 'A secret has at most 4000 characters.').trim().default('');

export const MAX_PROVIDERS = 20;
const OwnedByProvider = z.object({ providerId: z.uuid('That provider is not known.') });

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/v1/sign-on/providers',
  access: ['admin'],
  right: 'campus',
  summary: 'List the providers for sign-on, and the addresses to register at them',
  reply: replyOf(
    z.object({
      providers: z.array(Provider),
      /** Null if VLABS_PUBLIC_URL is not set: providers cannot be used then. */
      callbackAddress: z.string().nullable(),
      /** What this installation is called at SAML providers, and where its metadata are. */
      entityId: z.string().nullable(),
    }),
  ),
});

export const createProvider = endpoint({
  method: 'POST',
  path: '/api/v1/sign-on/providers',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Add a provider, which is off until it is switched on',
  body: ProviderText.extend({ secret: Secret }),
  reply: replyOf(z.object({ providerId: z.uuid() })),
  status: 201,
});

export const changeProvider = endpoint({
  method: 'PUT',
  path: '/api/v1/sign-on/providers/:providerId',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Change a provider, or switch it on or off',
  params: OwnedByProvider,
  body: ProviderText.extend({ secret: Secret, isOn: z.boolean() }),
  reply: Done,
});

export const deleteProvider = endpoint({
  method: 'DELETE',
  path: '/api/v1/sign-on/providers/:providerId',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Delete a provider that is off, with the links of all people',
  params: OwnedByProvider,
  reply: Done,
});

/** SHA-256 in hexadecimal of a secret that only the page knows which begins. */
const KeyHash = z.string().regex(/^[0-9a-f]{64}$/, 'Send the SHA-256 of your key.');

/** What begins a sign-on with any kind of provider. */
export const BegunBy = z.object({
  keyHash: KeyHash,
  /** Of the person at a directory, which has no page of its own to ask for them. */
  credentials: z
    .object({
      userName: line('The user name', 256),
      password: z
        .string('Password is required.')
        .min(1, 'Password is required.')
        .max(500, 'A password has at most 500 characters.'),
    })
    .optional(),
});
export type BegunBy = z.infer<typeof BegunBy>;

/** What a provider tells about a person, in our terms. */
export const ProvidedPerson = z.object({
  /** Identifies the person at the provider, for ever. */
  subject: z.string(),
  rollNumber: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
});
export type ProvidedPerson = z.infer<typeof ProvidedPerson>;

export const tryProvider = endpoint({
  method: 'POST',
  path: '/api/v1/sign-on/providers/:providerId/try',
  access: ['admin'],
  right: 'campus',
  audit: { notKept: 'It changes nothing.' },
  summary: 'Begin a sign-on that only shows what arrives; works while the provider is off',
  params: OwnedByProvider,
  body: BegunBy,
  reply: replyOf(z.object({ address: z.string() })),
});

export const finishTry = endpoint({
  method: 'POST',
  path: '/api/v1/sign-on/tries',
  access: ['admin'],
  right: 'campus',
  audit: { notKept: 'It changes nothing.' },
  summary: 'Get what arrived from the provider in a try, and what a sign-on would do',
  body: z.object({
    state: z.string().max(100),
    key: z.string().max(100),
  }),
  reply: replyOf(
    z.object({
      provided: ProvidedPerson,
      /** All claims as JSON, cut to 10,000 characters. */
      claims: z.string(),
      /** One sentence. */
      outcome: z.string(),
    }),
  ),
});

export const PersonIdentity = z.object({
  providerId: z.uuid(),
  providerName: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** Why this account was linked. */
  linkedBy: z.enum([
    'roll number',
    'email and password',
    'listed email',
    'new account',
    'themselves',
  ]),
  linkedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PersonIdentity = z.infer<typeof PersonIdentity>;

export const listPersonIdentities = endpoint({
  method: 'GET',
  path: '/api/v1/sign-on/people/:personId/identities',
  access: ['admin'],
  right: 'campus',
  summary: 'List how a person is linked with providers',
  params: z.object({ personId: RollNumber }),
  reply: replyOf(z.array(PersonIdentity)),
});

export const deletePersonIdentity = endpoint({
  method: 'DELETE',
  path: '/api/v1/sign-on/people/:personId/identities/:providerId',
  access: ['admin'],
  right: 'campus',
  audit: 'kept',
  summary: 'Remove the link of a person with a provider; the sessions of the person end',
  params: z.object({ personId: RollNumber, providerId: z.uuid('That provider is not known.') }),
  reply: Done,
});

function isDirectoryAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'ldaps:' && url?.protocol !== 'ldap:') return false;
  const more = [url.username, url.password, url.search, url.hash, url.pathname.replace('/', '')];
  return url.hostname !== '' && more.every((part) => part === '');
}

/** Whether it is an https address, or an http one of this machine. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
}
