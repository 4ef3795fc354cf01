import * as contract from '@vlabs/contract/programs/programs';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, serve } from '../platform/http/serve.ts';
import * as programs from './programs.service.ts';

export function programRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.listDrafts, async ({ caller, query }) =>
    answer(await programs.listDrafts(pool, caller.id, query)),
  );
  serve(app, contract.saveDraft, async ({ caller, params, body }) =>
    answer(await programs.saveDraft(pool, caller, { ...body, ...params })),
  );
  serve(app, contract.saveVersion, async ({ caller, body }) => {
    const { name = null, ...version } = body;
    return answer(await programs.saveVersion(pool, caller, { ...version, name }));
  });
  serve(app, contract.listVersions, async ({ caller, query }) =>
    answer(await programs.listVersions(pool, caller.id, query)),
  );
  serve(app, contract.getVersion, async ({ caller, params }) =>
    answer(await programs.getVersion(pool, caller.id, params.versionId)),
  );
  serve(app, contract.renameVersion, async ({ caller, params, body }) =>
    answer(await programs.renameVersion(pool, { ...params, ...body, personId: caller.id })),
  );
}
