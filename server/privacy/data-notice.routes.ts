import * as contract from '@vlabs/contract/privacy/data-notice';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, serve } from '../platform/http/serve.ts';
import { getDataNotice, readDataNotice } from './data-notice.service.ts';

export function dataNoticeRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.getDataNotice, async ({ caller }) =>
    answer(await getDataNotice(pool, caller.id)),
  );
  serve(app, contract.readDataNotice, async ({ caller, body }) =>
    answer(await readDataNotice(pool, caller.id, body.version)),
  );
}
