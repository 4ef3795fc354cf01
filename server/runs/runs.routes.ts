import { getRunsAvailability, listPastRuns as pastRuns, stopRun } from '@vlabs/contract/runs/runs';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { answer, done, serve } from '../platform/http/serve.ts';
import { listPastRuns } from './history/past-runs.ts';
import { listOfferedLanguages, turnLanguage } from '@vlabs/contract/runs/offered-languages';
import { languageOf } from '@vlabs/contract/runs/languages';
import type { Runs } from './runs.service.ts';

/** Endpoints for runs that Judge0 does not have; judge0/ serves the others. */
export function runRoutes(app: FastifyInstance, { pool, runs }: { pool: Pool; runs: Runs }): void {
  serve(app, stopRun, async ({ caller, params }) => {
    await runs.stopRun(caller, params.token);
    return answer(null, 'The run is stopped.');
  });
  serve(app, pastRuns, async ({ caller, query }) =>
    answer(await listPastRuns(pool, caller, query)),
  );
  serve(app, listOfferedLanguages, async () => answer(await runs.languages.listAll()));
  serve(app, turnLanguage, async ({ params, body }) => {
    await runs.languages.turn(params.language, body.isOn);
    return done(`${languageOf(params.language).name} is ${body.isOn ? 'on' : 'off'}.`);
  });
  serve(app, getRunsAvailability, async () => answer(await runs.getRunsAvailability()));
}
