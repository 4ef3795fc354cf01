import { z } from 'zod';
import { Password, User } from '../auth/auth.ts';
import { Done, endpoint, replyOf, signedInOrGuest } from '../http/endpoint.ts';
import { BegunBy, PersonIdentity } from './providers.ts';

const ProviderId = z.uuid('That provider is not known.');
const HandedOff = z.object({
  /** What follows the # of the address to which the provider's reply led. */
  state: z.string().max(100),
  /** The secret of the page that began. */
  key: z.string().max(100),
});

const NO_STATE = 'This address belongs to no sign-on. Begin on the sign-in page.';
const BY_THE_PROVIDER = 'The sign-in of an admin is kept where it happens.';

/** The names and values of a provider's reply, of which one is the state of the sign-on. */
const replyWith = (stateName: string) =>
  z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .transform((fields) =>
      Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      ),
    )
    .transform((parameters, context) => {
      const states = parameters.filter(([name]) => name === stateName);
      const [, state] = states[0] ?? ['', ''];
      if (states.length === 1 && /^[\w-]{43}$/.test(state)) return { state, parameters };
      context.addIssue({ code: 'custom', message: NO_STATE, path: [stateName] });
      return z.NEVER;
    });

export const beginSignOn = endpoint({
  method: 'POST',
  path: '/api/v1/sign-on/begin',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  audit: { notKept: BY_THE_PROVIDER },
  summary: 'Begin a sign-on with a provider; returns the address to open',
  body: BegunBy.extend({ providerId: ProviderId }),
  reply: replyOf(z.object({ address: z.string() })),
});

/** Providers send people here. It always leads on to the page /signed-in, which finishes. */
export const signOnCallback = endpoint({
  method: 'GET',
  path: '/api/v1/sign-on/callback',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  summary: 'Receive a person back from an OpenID Connect provider; redirects to /signed-in',
  query: replyWith('state'),
  reply: z.unknown(),
});

/** As `signOnCallback`, for a reply in a form, which the provider's page sends. */
export const postSignOnCallback = endpoint({
  method: 'POST',
  path: '/api/v1/sign-on/callback',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  audit: { notKept: BY_THE_PROVIDER },
  summary: 'Receive a person back from a SAML provider, in a form; redirects to /signed-in',
  body: replyWith('RelayState'),
  bodyLimit: { kb: 128, values: 20 },
  reply: z.unknown(),
});

export const getServiceMetadata = endpoint({
  method: 'GET',
  path: '/api/v1/sign-on/metadata',
  access: 'anyone',
  openDuringTests: 'It says nothing about anybody.',
  summary: 'Get the SAML metadata of this installation (XML), to register it at a provider',
  reply: z.unknown(),
});

export const finishSignOn = endpoint({
  method: 'POST',
  path: '/api/v1/sign-on/finish',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  audit: { notKept: BY_THE_PROVIDER },
  summary: 'Finish a sign-on: signs in, or asks for the password of the account to link',
  body: HandedOff.extend({
    /** Links an account with the same verified email address. */
    password: Password.optional(),
    sharedComputer: z.boolean('Send true or false as sharedComputer.').default(false),
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), user: User, token: z.string() }),
});

export const beginLink = endpoint({
  method: 'POST',
  path: '/api/v1/sign-on/links',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  audit: { notKept: 'It changes nothing yet.' },
  summary: 'Begin to link the caller’s account with a provider; returns the address to open',
  body: BegunBy.extend({ providerId: ProviderId }),
  reply: replyOf(z.object({ address: z.string() })),
});

export const finishLink = endpoint({
  method: 'POST',
  path: '/api/v1/sign-on/links/finish',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  audit: { notKept: 'It is kept where it happens, for students, too.' },
  summary: 'Link the caller’s account with a provider',
  body: HandedOff,
  reply: Done,
});

export const listOwnIdentities = endpoint({
  method: 'GET',
  path: '/api/v1/sign-on/identities',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  summary: 'List the providers that the caller signs in with, and whether there is a password',
  reply: replyOf(z.object({ hasPassword: z.boolean(), identities: z.array(PersonIdentity) })),
});

export const deleteOwnIdentity = endpoint({
  method: 'DELETE',
  path: '/api/v1/sign-on/identities/:providerId',
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
  audit: 'kept',
  summary: 'Remove the link of the caller’s account with a provider; needs another way to sign in',
  params: z.object({ providerId: ProviderId }),
  reply: Done,
});
