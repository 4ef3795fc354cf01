import { getRunsAvailability, stopRun } from '@vlabs/contract/runs';
import type { FastifyInstance } from 'fastify';
import { answer, serve } from '../platform/serve.ts';
import { informationRoutes } from './information.routes.ts';
import { judge0Scope } from './judge0-scope.ts';
import type { Runs } from './runs.service.ts';
import type { ServiceToken } from './service-tokens.ts';
import { submissionRoutes } from './submissions.routes.ts';

interface Services {
  runs: Runs;
  serviceTokens: readonly ServiceToken[];
}

export function runRoutes(app: FastifyInstance, { runs, serviceTokens }: Services): void {
  judge0Scope(app, serviceTokens, (scope) => {
    submissionRoutes(scope, runs);
    informationRoutes(scope, runs);
  });

  serve(app, stopRun, async ({ caller, params }) => {
    await runs.stopRun(caller, params.token);
    return answer(null, 'The run is stopped.');
  });
  serve(app, getRunsAvailability, async () => answer(await runs.getRunsAvailability()));
}
