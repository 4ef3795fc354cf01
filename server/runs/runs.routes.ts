import {
  createRun,
  getRun,
  getRunsAvailability,
  listLanguages,
  listStatuses,
  statuses,
  stopRun,
} from '@vlabs/contract/runs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answer, serve } from '../platform/serve.ts';
import { judge0Scope } from './judge0-scope.ts';
import { chooseFields, showRun } from './run-fields.ts';
import { NOT_UTF8, RunRefusal } from './run-refusals.ts';
import type { Runs } from './runs.service.ts';
import type { ServiceToken } from './service-tokens.ts';

interface Services {
  runs: Runs;
  serviceTokens: readonly ServiceToken[];
}

export function runRoutes(app: FastifyInstance, { runs, serviceTokens }: Services): void {
  judge0Scope(app, serviceTokens, (scope) => serveJudge0(scope, runs));

  serve(app, stopRun, async ({ caller, params }) => {
    await runs.stopRun(caller, params.token);
    return answer(null, 'The run is stopped.');
  });
  serve(app, getRunsAvailability, async () => answer(await runs.getRunsAvailability()));
}

function serveJudge0(scope: FastifyInstance, runs: Runs): void {
  serve(scope, createRun, async ({ caller, query, body, response }) => {
    const base64 = query.base64_encoded === 'true';
    const fields = chooseFields(query.fields);
    const request = { values: body, base64 };
    if (query.wait !== 'true') return { token: await runs.createRun(caller, request) };
    const state = await runs.createRunAndWait(caller, request, goneOf(response));
    try {
      return showRun(state, fields, { base64 });
    } catch (error) {
      // The run was made all the same, so the reply stays a success that names it.
      if (error instanceof RunRefusal) return { error: NOT_UTF8, token: state.run.token };
      throw error;
    }
  });

  serve(scope, getRun, async ({ caller, params, query, response }) => {
    const base64 = query.base64_encoded === 'true';
    const fields = chooseFields(query.fields);
    const state =
      query.wait === 'true'
        ? await runs.waitForRun(caller, params.token, goneOf(response))
        : await runs.getRun(caller, params.token);
    return showRun(state, fields, { base64 });
  });

  serve(scope, listLanguages, () => runs.listLanguages());
  serve(scope, listStatuses, async () => [...statuses]);
}

/** Aborts when the caller has closed the connection. */
function goneOf(response: FastifyReply): AbortSignal {
  const controller = new AbortController();
  response.raw.once('close', () => controller.abort());
  return controller.signal;
}
