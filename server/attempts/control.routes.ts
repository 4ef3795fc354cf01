import * as contract from '@vlabs/contract/attempts/attempt-control';
import {
  getJudging,
  getPrograms,
  getWriting,
  judgeAgain,
  markProgram,
} from '@vlabs/contract/attempts/judging';
import type { FastifyInstance } from 'fastify';
import { answer, serve } from '../platform/http/serve.ts';
import { arrivalOf } from '../platform/connections/arrival.ts';
import type { Sittings } from './sittings.ts';

/** Calls of admins during and after a quiz. */
export function controlRoutes(app: FastifyInstance, sittings: Sittings): void {
  const { control, progress, extensions, judging, handMarks } = sittings;
  serve(app, contract.extendAttempts, async ({ caller, scope, params, body, request }) => {
    const arrival = arrivalOf(caller, request);
    const deadlines = await extensions.extendAttempts(arrival, params.uniqueId, body, scope);
    return answer(deadlines, 'Extra time added.');
  });
  serve(app, contract.reopenAttempt, async ({ caller, params, body, request }) => {
    const arrival = arrivalOf(caller, request);
    const deadline = await control.reopenAttempt(arrival, params.uniqueId, body);
    return answer(deadline, 'Attempt reopened.');
  });
  serve(app, contract.endAttempt, async ({ caller, params, body, request }) => {
    await control.endAttempt(arrivalOf(caller, request), params.uniqueId, body);
    return answer(null, 'Attempt submitted.');
  });
  serve(app, contract.announce, async ({ caller, scope, params, body, request }) => {
    const by = { arrival: arrivalOf(caller, request), scope };
    const id = await control.announce(by, params.uniqueId, body.text);
    return answer({ id }, 'Announcement sent.');
  });
  serve(app, contract.listAttempts, async ({ caller, params }) =>
    answer(await control.listAttempts(caller, params.uniqueId)),
  );
  serve(app, contract.getQuestionProgress, async ({ caller, params }) =>
    answer(await progress.count(caller, params.uniqueId)),
  );
  serve(app, contract.getTimeline, async ({ params }) =>
    answer(await control.getTimeline(params.uniqueId, params.userId)),
  );
  serve(app, getPrograms, async ({ params }) =>
    answer(await judging.getPrograms(await control.requireStudent(params.uniqueId, params.userId))),
  );
  serve(app, getWriting, async ({ params }) => {
    const { key } = await control.requireStudent(params.uniqueId, params.userId);
    return answer(await judging.getWriting(key, params.number));
  });
  serve(app, markProgram, async ({ caller, params, body, request }) => {
    const { key } = await control.requireStudent(params.uniqueId, params.userId);
    const program = { ...key, number: params.number };
    const score = await handMarks.mark(arrivalOf(caller, request), program, body);
    return answer({ score }, 'Points saved.');
  });
  serve(app, getJudging, async ({ params }) => answer(await judging.getJudging(params.uniqueId)));
  serve(app, judgeAgain, async ({ params }) =>
    answer({ attempts: await judging.judgeAgain(params.uniqueId) }, 'Programs are judged again.'),
  );
}
