import type { Assertion, NewPasskey } from '@vlabs/contract/auth/second-step';
import { z } from 'zod';
import { PublicError } from '../../platform/errors.ts';
import type { RelyingParty } from './relying-party.ts';

/** ES256, EdDSA and RS256 in COSE's numbers: what every authenticator has one of. */
export const ALGORITHMS = [-7, -8, -257];

const ClientData = z.object({ challenge: z.string().regex(/^[\w-]{43}$/) });

export const passkeyRefused = (status: 400 | 401) =>
  new PublicError(
    status,
    'passkey_refused',
    'This passkey was not accepted. Try again, or use your password.',
  );

/** The challenge that an authenticator says it has signed; null if it is none of ours. */
export function readChallenge(clientDataJSON: string): Buffer | null {
  try {
    const { challenge } = ClientData.parse(
      JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()),
    );
    return Buffer.from(challenge, 'base64url');
  } catch {
    return null;
  }
}

interface Expected {
  challenge: Buffer;
  party: RelyingParty;
}

const expectedBy = ({ challenge, party }: Expected) => ({
  expectedChallenge: challenge.toString('base64url'),
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
});

/** The new counter; null if the signature is not that of the key, or is about something else. */
export async function verifyAssertion(
  { id, response: signed }: Assertion,
  key: { publicKey: Buffer; counter: number },
  expected: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { clientDataJSON, authenticatorData, signature } = signed;
  const response = { clientDataJSON, authenticatorData, signature };
  const { counter } = key;
  const publicKey = new Uint8Array(key.publicKey);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...asCredential(id), response },
      credential: { id, publicKey, counter },
      ...expectedBy(expected),
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** The key to store; null if the reply is not about what was asked. */
export async function verifyNewPasskey({ id, response }: NewPasskey, expected: Expected) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  if (!(await isUnattested(response.attestationObject))) return null;
  const { clientDataJSON, attestationObject } = response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...asCredential(id), response: { clientDataJSON, attestationObject } },
      supportedAlgorithmIDs: ALGORITHMS,
      ...expectedBy(expected),
    });
    if (registrationInfo === undefined) return null;
    const { credential } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.transports,
    };
  } catch {
    return null;
  }
}

/**
 * No certificate is asked for. One that is sent anyway is not read, because checking it would fetch addresses that it
 * names.
 */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'));
    const decoded = decodeAttestationObject(bytes);
    const format = decoded.get('fmt');
    if (format === 'none') return true;
    return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
  } catch {
    return false;
  }
}

const asCredential = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
});
