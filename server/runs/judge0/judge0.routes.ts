import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Runs } from '../runs.service.ts';
import { informationRoutes } from './information.routes.ts';
import { RunInformation } from './run-information.ts';
import { judge0Scope } from './scope.ts';
import type { ServiceToken } from './service-tokens.ts';
import { submissionRoutes } from './submissions.routes.ts';

interface Services {
  pool: Pool;
  runs: Runs;
  config: { serviceTokens: readonly ServiceToken[] };
}

/** The Judge0-compatible endpoints: paths, attributes, fields and errors. */
export function judge0Routes(app: FastifyInstance, { pool, runs, config }: Services): void {
  const information = new RunInformation({
    pool,
    runners: runs.runners,
    languages: runs.languages,
  });
  judge0Scope(app, config.serviceTokens, (scope) => {
    submissionRoutes(scope, runs);
    informationRoutes(scope, { information, runs });
  });
}
