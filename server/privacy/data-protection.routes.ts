import * as contract from '@vlabs/contract/privacy/retention';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, serve } from '../platform/http/serve.ts';
import * as protection from './data-protection.service.ts';

interface Services {
  pool: Pool;
  config: { runDays: number };
}

/** For campus admins: retention, holds, and erasures. */
export function dataProtectionRoutes(app: FastifyInstance, { pool, config }: Services): void {
  serve(app, contract.getDataProtection, async () =>
    answer(await protection.getDataProtection(pool, config)),
  );
  serve(app, contract.setRetention, async ({ caller, params, body }) =>
    answer(await protection.setRetention(pool, caller.id, { ...params, ...body }), 'Saved.'),
  );
  serve(app, contract.previewRetention, async ({ params, query }) =>
    answer(await protection.previewRetention(pool, { ...params, ...query })),
  );
  serve(app, contract.setHold, async ({ caller, params, body }) =>
    answer(
      await protection.setHold(pool, caller.id, { ...params, ...body }),
      'This person’s data is on hold.',
    ),
  );
  serve(app, contract.liftHold, async ({ params }) =>
    answer(await protection.liftHold(pool, params.personId), 'Hold lifted.'),
  );
  serve(app, contract.previewErasure, async ({ caller, params }) =>
    answer(await protection.previewErasure(pool, caller.id, params.personId)),
  );
  serve(app, contract.erasePerson, async ({ caller, params, body }) =>
    answer(await protection.erasePerson(pool, caller.id, { ...params, ...body })),
  );
  serve(app, contract.withdrawErasure, async ({ params }) =>
    answer(await protection.withdrawErasure(pool, params.personId), 'Erasure cancelled.'),
  );
}
