import * as contract from '@vlabs/contract/auth/second-step';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type Caller, answer, done, serve } from '../../platform/http/serve.ts';
import { entranceOf } from '../entrance.ts';
import type { LoginLimiter } from '../limits/login-limiter.ts';
import { requireSelf } from '../require-self.ts';
import type { SecondStepParts } from './open-second-step.ts';
import type { Opened } from './passkeys.service.ts';
import { ALGORITHMS } from './verify-passkey.ts';

interface Services {
  pool: Pool;
  loginLimiter: LoginLimiter;
  secondStep: SecondStepParts;
}

const openedBy = (request: FastifyRequest): Opened => ({
  ...entranceOf(request),
  host: request.host,
});

export function secondStepRoutes(app: FastifyInstance, services: Services): void {
  const { passkeys, authenticators } = services.secondStep;
  serve(app, contract.getSecondStep, async ({ caller, request }) => {
    const keys = await passkeys.list(caller.id);
    const own = await authenticators.find(caller.id);
    return answer({
      offersPasskeys: passkeys.isOffered(request.host),
      passkeys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
        passkeyId: id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      hasPassword: await passkeys.hasPassword(caller.id),
      authenticator: own && { ...own, addedAt: own.addedAt.toISOString() },
    });
  });
  serve(app, contract.beginPasskeySignIn, async ({ request }) =>
    answer(await passkeys.beginSignIn(openedBy(request))),
  );
  serve(app, contract.signInWithPasskey, async ({ body, request }) => {
    const opened = { ...openedBy(request), isShared: body.sharedComputer };
    const signedIn = await passkeys.signIn(body.passkey, opened);
    return { success: true, message: 'Signed in successfully.', ...signedIn };
  });
  serve(app, contract.beginProof, async ({ caller, request }) =>
    answer(await passkeys.beginProof(caller, openedBy(request))),
  );
  ownPasskeyRoutes(app, services);
  authenticatorRoutes(app, services);
}

function ownPasskeyRoutes(app: FastifyInstance, services: Services): void {
  const { passkeys } = services.secondStep;
  serve(app, contract.beginPasskey, async ({ caller, body, request }) => {
    await requireProof(services, { caller, ...body, request });
    const begun = await passkeys.beginNew(caller, openedBy(request));
    return answer({ ...begun, algorithms: ALGORITHMS });
  });
  serve(app, contract.addPasskey, async ({ caller, body, request }) => {
    await passkeys.add(caller, body, openedBy(request));
    return done('The passkey was added. You can sign in with it.');
  });
  serve(app, contract.renamePasskey, async ({ caller, params, body }) => {
    await passkeys.rename(caller, { ...params, ...body });
    return done('The passkey was renamed.');
  });
  serve(app, contract.removePasskey, async ({ caller, params, body, request }) => {
    await requireProof(services, { caller, ...body, request });
    await passkeys.remove(caller, params.passkeyId);
    return done('The passkey was removed. Nobody can sign in with it any more.');
  });
}

function authenticatorRoutes(app: FastifyInstance, services: Services): void {
  const { authenticators } = services.secondStep;
  serve(app, contract.beginAuthenticator, async ({ caller, body, request }) => {
    await requireProof(services, { caller, ...body, request });
    return answer(await authenticators.begin(caller));
  });
  serve(app, contract.confirmAuthenticator, async ({ caller, body }) =>
    answer(
      { recoveryCodes: await authenticators.confirm(caller, body.code) },
      'From now on, your password needs a code.',
    ),
  );
  serve(app, contract.removeAuthenticator, async ({ caller, body, request }) => {
    await requireProof(services, { caller, ...body, request });
    await authenticators.remove(caller);
    return done('The authenticator app was removed. Your password needs no code any more.');
  });
  serve(app, contract.makeRecoveryCodes, async ({ caller, body, request }) => {
    await requireProof(services, { caller, ...body, request });
    return answer({ recoveryCodes: await authenticators.makeCodes(caller) });
  });
}

/** A session alone changes no sign-in method: somebody may have found it open. */
async function requireProof(
  { pool, loginLimiter: limiter, secondStep: { passkeys } }: Services,
  asked: { caller: Caller; proof: contract.Proof; request: FastifyRequest },
): Promise<void> {
  const { caller, proof, request } = asked;
  const { currentPassword: password, passkey } = proof;
  if (passkey) return passkeys.requireProof(caller, passkey, openedBy(request));
  const entrance = entranceOf(request);
  return requireSelf({ pool, limiter }, caller, { password, entrance });
}
