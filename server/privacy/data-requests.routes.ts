import * as contract from '@vlabs/contract/privacy/data-requests';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, serve } from '../platform/http/serve.ts';
import * as requests from './data-requests.service.ts';

export function dataRequestRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.listOwnRequests, async ({ caller }) =>
    answer(await requests.listOwnRequests(pool, caller.id)),
  );
  serve(app, contract.makeRequest, async ({ caller, body }) =>
    answer(await requests.makeRequest(pool, caller.id, body), 'Your request was sent.'),
  );
  serve(app, contract.listRequests, async () => answer(await requests.listRequests(pool)));
  serve(app, contract.answerRequest, async ({ caller, params, body }) =>
    answer(await requests.answerRequest(pool, caller.id, { ...params, ...body }), 'Answer sent.'),
  );
}
