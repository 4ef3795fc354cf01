import { getRunsAvailability, listPastRuns as pastRuns, stopRun } from '@vlabs/contract/runs';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, serve } from '../platform/serve.ts';
import { informationRoutes } from './information.routes.ts';
import { judge0Scope } from './judge0-scope.ts';
import { listPastRuns } from './past-runs.ts';
import type { Runs } from './runs.service.ts';
import type { ServiceToken } from './service-tokens.ts';
import { submissionRoutes } from './submissions.routes.ts';

interface Services {
  pool: Pool;
  runs: Runs;
  serviceTokens: readonly ServiceToken[];
}

export function runRoutes(app: FastifyInstance, { pool, runs, serviceTokens }: Services): void {
  judge0Scope(app, serviceTokens, (scope) => {
    submissionRoutes(scope, runs);
    informationRoutes(scope, runs);
  });

  serve(app, stopRun, async ({ caller, params }) => {
    await runs.stopRun(caller, params.token);
    return answer(null, 'The run is stopped.');
  });
  serve(app, pastRuns, async ({ caller, query }) =>
    answer(await listPastRuns(pool, caller, query)),
  );
  serve(app, getRunsAvailability, async () => answer(await runs.getRunsAvailability()));
}
