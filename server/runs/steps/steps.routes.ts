import * as contract from '@vlabs/contract/runs/steps';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Caller, answer, done, serve } from '../../platform/http/serve.ts';
import type { Runs } from '../runs.service.ts';
import { ownerOf } from '../limits/run-limits.ts';
import { askAboutStep, readSteps } from './steps.service.ts';

/** Stepping through a traced run again, and asking a teacher about one of its steps. */
export function stepRoutes(app: FastifyInstance, { pool, runs }: { pool: Pool; runs: Runs }): void {
  const requireNoTest = async ({ id, role }: Caller): Promise<void> => {
    if (role === 'student') await app.requireStepping(id);
  };
  serve(app, contract.getSteps, async ({ caller, params: { token } }) => {
    await requireNoTest(caller);
    return answer(await readSteps(pool, { token, owner: ownerOf(caller), mustAsk: false }));
  });
  serve(app, contract.askAboutStep, async ({ caller, params: { token }, body }) => {
    await requireNoTest(caller);
    await askAboutStep(pool, { token, owner: ownerOf(caller), ...body });
    return done('Your question was saved. Send its link to your teacher.');
  });
  serve(app, contract.findSteppedExample, async ({ body }) =>
    answer(await runs.examples.find(body)),
  );
  serve(app, contract.getStepsOfStudent, async ({ params: { token, rollNumber } }) =>
    answer(await readSteps(pool, { token, owner: rollNumber, mustAsk: true })),
  );
}
