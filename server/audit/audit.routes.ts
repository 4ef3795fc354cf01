import * as contract from '@vlabs/contract/audit/audit';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, serve } from '../platform/http/serve.ts';
import { exportAuditLines, listAuditLines } from './audit.service.ts';

export function auditRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  serve(app, contract.listAuditLines, async ({ query }) =>
    answer(await listAuditLines(pool, query)),
  );
  serve(app, contract.exportAuditLines, async ({ query, response }) =>
    response
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
      .send(await exportAuditLines(pool, query)),
  );
}
