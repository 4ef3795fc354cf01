import * as contract from '@vlabs/contract/notices/digest';
import type { FastifyInstance } from 'fastify';
import { answer, done, serve } from '../../platform/http/serve.ts';
import type { Digests } from './digests.service.ts';

/** How mail programs send "List-Unsubscribe=One-Click". */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

export function digestRoutes(app: FastifyInstance, { digests }: { digests: Digests }): void {
  serve(app, contract.getDigest, async ({ caller }) =>
    answer({ isWanted: await digests.isWanted(caller.id) }),
  );
  serve(app, contract.chooseDigest, async ({ caller, body: { isWanted } }) => {
    await digests.choose(caller.id, isWanted);
    return done(isWanted ? 'You get one mail a day.' : 'You get no more daily mails.');
  });
  app.register(async (scope) => {
    scope.addContentTypeParser(FORMS, { parseAs: 'buffer' }, async () => undefined);
    serve(scope, contract.stopDigest, async ({ query }) => {
      await digests.stop(query.token);
      return done('You get no more daily mails with your notices.');
    });
  });
}
