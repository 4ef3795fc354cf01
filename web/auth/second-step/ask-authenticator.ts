import type { Assertion, NewPasskey } from '@vlabs/contract/auth/second-step';
import { CallError, noAnswer } from '../../platform/calls/call.ts';

const TIMEOUT_MS = 300_000;

const reasons: Record<string, string> = {
  SecurityError:
    'Passkeys work only at the public address of V-labs. Open it, or use your password.',
  InvalidStateError: 'This device already has a passkey for your account.',
};
const CANCELLED = 'No passkey was used. Try again, or use your password.';

interface Asked {
  challenge: string;
  rpId: string;
}

/** Asks for a passkey of the person: one of these or, if none is given, any that this device knows. */
export function askForPasskey({
  challenge,
  rpId,
  credentialIds = [],
}: Asked & { credentialIds?: readonly string[] }): Promise<Assertion> {
  return explained(async ({ startAuthentication }) => {
    const { id, response } = await startAuthentication({
      optionsJSON: {
        challenge,
        rpId,
        userVerification: 'required',
        allowCredentials: credentialIds.map(asCredential),
        timeout: TIMEOUT_MS,
      },
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } };
  });
}

interface NewAsked extends Asked {
  institution: string;
  user: { id: string; name: string; displayName: string };
  excludedIds: readonly string[];
  algorithms: readonly number[];
}

export function makePasskey({ challenge, rpId, ...asked }: NewAsked): Promise<NewPasskey> {
  return explained(async ({ startRegistration }) => {
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: `V-labs, ${asked.institution}` },
        user: asked.user,
        pubKeyCredParams: asked.algorithms.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: asked.excludedIds.map(asCredential),
        attestation: 'none',
        timeout: TIMEOUT_MS,
      },
    });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, response: { clientDataJSON, attestationObject, transports } };
  });
}

const asCredential = (id: string) => ({ id, type: 'public-key' as const });

type Library = typeof import('@simplewebauthn/browser');

/** Browsers and authenticators report failures by names; people read what to do. */
async function explained<Result>(work: (library: Library) => Promise<Result>): Promise<Result> {
  const library = await import('@simplewebauthn/browser').catch((cause: unknown) => {
    throw noAnswer(cause);
  });
  try {
    return await work(library);
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    const message = reasons[name] ?? CANCELLED;
    throw new CallError(400, { message, code: 'no_passkey' }, { cause });
  }
}
