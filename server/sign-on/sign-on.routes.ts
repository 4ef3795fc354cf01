import * as providersContract from '@vlabs/contract/sign-on/providers';
import * as contract from '@vlabs/contract/sign-on/sign-on';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { entranceOf } from '../auth/auth.reads.ts';
import { networkOf } from '../platform/connections/addresses.ts';
import { notFound } from '../platform/errors.ts';
import { makeCallLimit } from '../platform/http/call-limit.ts';
import { tooManyValues } from '../platform/http/json-bodies.ts';
import { answer, done, serve } from '../platform/http/serve.ts';
import type { HandOffs } from './hand-offs.service.ts';
import type { Providers } from './providers.service.ts';
import { describeService } from './service-metadata.ts';
import type { SignOn } from './sign-on.service.ts';

const FORM = 'application/x-www-form-urlencoded';
const METADATA = 'application/samlmetadata+xml';

type Reply = z.output<typeof contract.signOnCallback.query>;

interface Services {
  signOn: SignOn;
  providers: Providers;
  handOffs: HandOffs;
}

/** Of one network, which a whole campus may share; each stores a row for ten minutes. */
const BEGINS_A_MINUTE = 6000;

export function signOnRoutes(app: FastifyInstance, services: Services): void {
  const { signOn, providers, handOffs } = services;
  const begins = makeCallLimit(app, {
    perMinute: BEGINS_A_MINUTE,
    message: 'Too many people are signing in from your network. Try again in a minute.',
  });
  serve(app, contract.beginSignOn, async ({ body, request }) => {
    await begins(request, networkOf(request.ip));
    const begun = { ...body, purpose: 'sign-in' as const, personId: null };
    const address = await handOffs.begin(begun, entranceOf(request));
    return answer({ address });
  });
  callbackRoutes(app, handOffs);
  serve(app, contract.finishSignOn, async ({ body: { sharedComputer, ...page }, request }) => ({
    success: true,
    message: 'Signed in successfully.',
    ...(await signOn.finish({ ...page, isShared: sharedComputer }, entranceOf(request))),
  }));
  serve(app, contract.beginLink, async ({ caller, body, request }) => {
    const begun = { ...body, purpose: 'link' as const, personId: caller.id };
    return answer({ address: await handOffs.begin(begun, entranceOf(request)) });
  });
  serve(app, contract.finishLink, async ({ caller, body, request }) => {
    const name = await signOn.link(caller, body, entranceOf(request));
    return done(`You can sign in with ${name} now.`);
  });
  serve(app, contract.listOwnIdentities, async ({ caller }) =>
    answer(await providers.listOwnIdentities(caller)),
  );
  serve(app, contract.deleteOwnIdentity, async ({ caller, params }) => {
    await providers.deleteOwnIdentity(caller, params.providerId);
    return done('You can no longer sign in with it.');
  });
  providerRoutes(app, services);
}

function callbackRoutes(app: FastifyInstance, handOffs: HandOffs): void {
  const take = async (reply: Reply, response: FastifyReply) => {
    const { state } = reply;
    await handOffs.return(reply, { address: response.request.ip });
    return response
      .headers({ 'referrer-policy': 'no-referrer', location: `/signed-in#${state}` })
      .code(303)
      .send();
  };
  serve(app, contract.signOnCallback, async ({ query, response }) => take(query, response));
  // Only here, because browsers send forms of other sites without asking.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'string' },
      async (_request: unknown, body: string) => readForm(body),
    );
    serve(scope, contract.postSignOnCallback, async ({ body, response }) => take(body, response));
  });
  serve(app, contract.getServiceMetadata, async ({ response }) => {
    const { callbackAddress } = handOffs;
    if (callbackAddress === null) throw notFound('The metadata');
    return response.type(METADATA).send(describeService(callbackAddress));
  });
}

/** A name that is there several times has several values. */
function readForm(body: string): Record<string, string[]> {
  const { values } = contract.postSignOnCallback.bodyLimit;
  if (body.split('&', values + 1).length > values) throw tooManyValues();
  const form = new URLSearchParams(body);
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
}

function providerRoutes(app: FastifyInstance, { signOn, providers, handOffs }: Services): void {
  serve(app, providersContract.listProviders, async () => answer(await providers.list()));
  serve(app, providersContract.createProvider, async ({ body }) => {
    const { providerId, warning } = await providers.create(body);
    return answer({ providerId }, `The provider was added. Try it, then switch it on.${warning}`);
  });
  serve(app, providersContract.changeProvider, async ({ params, body }) =>
    done(`Saved.${await providers.change(params.providerId, body)}`),
  );
  serve(app, providersContract.deleteProvider, async ({ params }) => {
    await providers.delete(params.providerId);
    return done('The provider was deleted.');
  });
  serve(app, providersContract.tryProvider, async ({ caller, params, body, request }) => {
    const begun = { ...params, ...body, purpose: 'try' as const, personId: caller.id };
    return answer({ address: await handOffs.begin(begun, entranceOf(request)) });
  });
  serve(app, providersContract.finishTry, async ({ caller, body }) =>
    answer(await signOn.showTry(caller, body)),
  );
  serve(app, providersContract.listPersonIdentities, async ({ params }) =>
    answer(await providers.listIdentities(params.personId)),
  );
  serve(app, providersContract.deletePersonIdentity, async ({ params }) => {
    await providers.deleteIdentity(params);
    return done('The link was removed.');
  });
}
