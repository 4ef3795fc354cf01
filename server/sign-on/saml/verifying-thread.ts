import { parentPort } from 'node:worker_threads';
import { SamlStatusError } from '@node-saml/node-saml';
import { openSaml } from './open-saml.ts';
import type { Reply, ToVerify } from './verification.ts';

/** Runs in a thread. The library refuses what its settings do not allow. */
async function verify({ response, ...asked }: ToVerify): Promise<Reply> {
  try {
    const saml = await openSaml(asked);
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
    if (!profile) return { failure: 'The response is about nobody.' };
    const { issuer, nameID: nameId, nameIDFormat: nameFormat, attributes } = profile;
    const assertion = profile.getAssertion?.();
    return { profile: { issuer, nameId, nameFormat, attributes, assertion } };
  } catch (error) {
    if (error instanceof SamlStatusError) return { declined: error.message };
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (asked: ToVerify) =>
  parentPort?.postMessage(await verify(asked), []),
);
