import { z } from 'zod';
import { Done, endpoint, replyOf, signedInOrGuest } from '../http/endpoint.ts';
import { Password, SecondStepCode, login } from './auth.ts';

export const MAX_PASSKEYS = 10;
export const RECOVERY_CODES = 10;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

const CredentialId = base64url(1364);
const ClientData = base64url(4096);

/** What an authenticator signed, as browsers give it. */
export const Assertion = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: base64url(1024),
    signature: base64url(1024),
    userHandle: base64url(128).nullish(),
  }),
});
export type Assertion = z.infer<typeof Assertion>;

/** A new passkey, as browsers give it. */
export const NewPasskey = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: base64url(4096),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** What proves that the caller is the person and not somebody with their session: the password, or a passkey. */
export const Proof = z.object({
  currentPassword: Password.optional(),
  passkey: Assertion.optional(),
});
export type Proof = z.infer<typeof Proof>;

const PasskeyName = z
  .string('Enter a name for the passkey.')
  .trim()
  .min(1, 'Enter a name for the passkey.')
  .max(100, 'A name has at most 100 characters.');

/** For the browser, which asks an authenticator to sign it. */
const Challenge = z.object({ challenge: z.string(), rpId: z.string() });

const own = {
  access: signedInOrGuest,
  openDuringTests: 'The account itself.',
  right: 'own',
} as const;

const onlyAChallenge = { notKept: 'Only a challenge is stored.' };

export const getSecondStep = endpoint({
  method: 'GET',
  path: '/api/v1/auth/second-step',
  ...own,
  beforeSecondStep: true,
  summary: 'Get the caller’s passkeys and second step',
  reply: replyOf(
    z.object({
      /** Passkeys work at this address. */
      offersPasskeys: z.boolean(),
      passkeys: z.array(
        z.object({
          passkeyId: z.uuid(),
          name: z.string(),
          createdAt: z.iso.datetime(),
          /** Null if it was never used to sign in. */
          lastUsedAt: z.iso.datetime().nullable(),
        }),
      ),
      hasPassword: z.boolean(),
      /** The authenticator app whose codes follow the password; null if there is none. */
      authenticator: z
        .object({
          addedAt: z.iso.datetime(),
          /** Those that are left. */
          recoveryCodes: z.int(),
        })
        .nullable(),
    }),
  ),
});

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/v1/auth/passkey-challenges',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  audit: onlyAChallenge,
  summary: 'Get a challenge to sign in with a passkey',
  reply: replyOf(Challenge),
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/passkey-login',
  access: 'anyone',
  openDuringTests: 'The account itself.',
  audit: login.audit ?? onlyAChallenge,
  summary: 'Sign in with a passkey, without a password',
  body: z.object({
    passkey: Assertion,
    sharedComputer: z.boolean('Send true or false as sharedComputer.').default(false),
  }),
  reply: login.reply,
});

export const beginProof = endpoint({
  method: 'POST',
  path: '/api/v1/auth/passkey-proofs',
  ...own,
  beforeSecondStep: true,
  audit: onlyAChallenge,
  summary: 'Get a challenge to prove with a passkey who the caller is',
  reply: replyOf(Challenge.extend({ credentialIds: z.array(z.string()) })),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/passkeys/new',
  ...own,
  beforeSecondStep: true,
  audit: onlyAChallenge,
  summary: 'Get a challenge to add a passkey; needs the password or another passkey',
  body: z.object({ proof: Proof }),
  reply: replyOf(
    Challenge.extend({
      institution: z.string(),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      /** An authenticator that has one of these adds no second one. */
      excludedIds: z.array(z.string()),
      algorithms: z.array(z.int()),
    }),
  ),
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/passkeys',
  ...own,
  beforeSecondStep: true,
  audit: 'kept',
  summary: 'Add a passkey for a challenge',
  body: z.object({ name: PasskeyName, passkey: NewPasskey }),
  reply: Done,
  status: 201,
});

const params = z.object({ passkeyId: z.uuid('That passkey is not known.') });

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/passkeys/:passkeyId',
  ...own,
  audit: { notKept: 'Only the owner sees the name.' },
  summary: 'Rename one of the caller’s passkeys',
  params,
  body: z.object({ name: PasskeyName }),
  reply: Done,
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/v1/auth/passkeys/:passkeyId/removal',
  ...own,
  audit: 'kept',
  summary: 'Remove one of the caller’s passkeys; needs the password or a passkey',
  params,
  body: z.object({ proof: Proof }),
  reply: Done,
});

const RecoveryCodes = replyOf(z.object({ recoveryCodes: z.array(z.string()) }));

export const beginAuthenticator = endpoint({
  method: 'POST',
  path: '/api/v1/auth/authenticator',
  ...own,
  beforeSecondStep: true,
  audit: { notKept: 'It counts from its first right code on.' },
  summary: 'Get a key for an authenticator app; needs the password or a passkey',
  body: z.object({ proof: Proof }),
  reply: replyOf(
    z.object({
      /** To type into the app, in base 32. */
      key: z.string(),
      /** The same as an otpauth:// address, for a QR code. */
      address: z.string(),
    }),
  ),
});

export const confirmAuthenticator = endpoint({
  method: 'POST',
  path: '/api/v1/auth/authenticator/confirmation',
  ...own,
  beforeSecondStep: true,
  audit: 'kept',
  summary: 'Confirm the authenticator app with its first code; returns recovery codes',
  body: z.object({ code: SecondStepCode }),
  reply: RecoveryCodes,
});

export const removeAuthenticator = endpoint({
  method: 'POST',
  path: '/api/v1/auth/authenticator/removal',
  ...own,
  audit: 'kept',
  summary:
    'Remove the caller’s authenticator app and recovery codes; needs the password or a passkey',
  body: z.object({ proof: Proof }),
  reply: Done,
});

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/auth/recovery-codes',
  ...own,
  audit: 'kept',
  summary: 'Replace the caller’s recovery codes by new ones; needs the password or a passkey',
  body: z.object({ proof: Proof }),
  reply: RecoveryCodes,
});
