import * as contract from '@vlabs/contract/marks/marks';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import { contentDisposition } from '../platform/http/content-disposition.ts';
import { answer, serve } from '../platform/http/serve.ts';
import { arrange, exportMarks, getOwnMarks, getSheet } from './marks.service.ts';

interface Parts {
  pool: Pool;
  clock: Clock;
  config: Config;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function marksRoutes(app: FastifyInstance, { pool, clock, config }: Parts): void {
  const services = { pool, clock, graceMs: config.graceSeconds * 1000 };
  serve(app, contract.getMarksSheet, async ({ caller, scope, params }) =>
    answer(await getSheet(services, caller, { ...params, scope })),
  );
  serve(app, contract.arrangeMarks, async ({ scope, params, body }) =>
    answer(await arrange(pool, { ...params, scope }, body), 'Saved.'),
  );
  serve(app, contract.exportMarksCsv, async ({ scope, params, query, response }) => {
    const { section } = query;
    const file = await exportMarks(services, { ...params, scope, section }, 'csv');
    return send(response, 'text/csv; charset=utf-8', file);
  });
  serve(app, contract.exportMarksXlsx, async ({ scope, params, query, response }) => {
    const { section } = query;
    const file = await exportMarks(services, { ...params, scope, section }, 'xlsx');
    return send(response, XLSX, file);
  });
  serve(app, contract.getOwnMarks, async ({ caller, params }) =>
    answer(await getOwnMarks(services, caller.id, params.classId)),
  );
}

function send(
  response: FastifyReply,
  type: string,
  { name, contents }: { name: string; contents: Buffer },
): FastifyReply {
  return response
    .header('content-type', type)
    .header('content-disposition', contentDisposition('attachment', name))
    .header('x-content-type-options', 'nosniff')
    .send(contents);
}
