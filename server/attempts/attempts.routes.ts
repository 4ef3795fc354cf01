import { followAttempt, getAttemptStatus } from '@vlabs/contract/attempts/attempt-events';
import * as contract from '@vlabs/contract/attempts/attempts';
import { recordSteps } from '@vlabs/contract/attempts/page-steps';
import type { FastifyInstance } from 'fastify';
import { forbidden } from '../platform/errors.ts';
import { openEventStream } from '../platform/events/event-stream.ts';
import { type Caller, answer, done, serve } from '../platform/http/serve.ts';
import { isTeacher } from '../platform/access/access-scope.ts';
import { arrivalOf } from '../platform/connections/arrival.ts';
import { controlRoutes } from './control.routes.ts';
import type { Sittings } from './sittings.ts';

const TOO_MANY_LINES = 'The timeline of this attempt is full. Your answers are still saved.';

export function attemptRoutes(app: FastifyInstance, { sittings }: { sittings: Sittings }): void {
  sittingRoutes(app, sittings);
  resultRoutes(app, sittings);
  controlRoutes(app, sittings);
}

/** Calls of the page of a running test. */
function sittingRoutes(
  app: FastifyInstance,
  { attempts, pages, submissions, watch }: Sittings,
): void {
  serve(app, contract.startAttempt, async ({ caller, params, body, request }) => {
    requireSelf(caller, body.userId);
    const { tab = null, previousTab = null, ticket = null } = body;
    const page = { tab, previousTab, ticket };
    return answer(await attempts.startAttempt(arrivalOf(caller, request), params.uniqueId, page));
  });
  serve(app, contract.saveAnswers, async ({ caller, params, body, request }) => {
    requireSelf(caller, body.userId);
    const save = { sequence: body.sequence, answers: body.markedAnswers, tab: body.tab ?? null };
    return answer(await attempts.saveAnswers(arrivalOf(caller, request), params.uniqueId, save));
  });
  serve(app, contract.submitAttempt, async ({ caller, params, body, request }) => {
    requireSelf(caller, body.userId);
    const sent = { answers: body.markedAnswers ?? null, tab: body.tab ?? null };
    const arrival = arrivalOf(caller, request);
    const data = await submissions.submitAttempt(arrival, params.uniqueId, sent);
    return { success: true, message: 'Quiz submitted successfully.', data };
  });
  serve(app, recordSteps, async ({ caller, params, body, request }) => {
    const arrival = arrivalOf(caller, request);
    const { isKept } = await attempts.recordSteps(arrival, params.uniqueId, body.steps);
    return answer(null, isKept ? undefined : TOO_MANY_LINES);
  });
  serve(app, followAttempt, async ({ caller, params, query, request, response }) => {
    const [personId, teacherId] = isTeacher(caller) ? [null, caller.id] : [caller.id, null];
    await pages.requireKnown(params.uniqueId, personId);
    const stream = openEventStream(request, response);
    const page = { quizId: params.uniqueId, personId, teacherId, tab: query.tab ?? null };
    watch.follow(page, stream);
    return stream.body;
  });
}

/** The state and result of an attempt. */
function resultRoutes(app: FastifyInstance, { pages, results, control }: Sittings): void {
  serve(app, getAttemptStatus, async ({ caller, params, query }) => {
    const key = { quizId: params.uniqueId, personId: personOf(caller, params.userId) };
    const { tab = null, after = null } = query;
    const page = { tab, after: isTeacher(caller) ? null : after };
    return { success: true as const, ...(await pages.getStatus(key, page)) };
  });
  serve(app, contract.getResult, async ({ caller, params, query }) => {
    const key = { quizId: params.uniqueId, personId: personOf(caller, query.userId ?? caller.id) };
    if (caller.role === 'staff') await control.requireSeen(caller, key);
    return answer(await results.getResult(key, isTeacher(caller) ? 'admin' : 'student'));
  });
  serve(app, contract.listOwnResults, async ({ caller }) =>
    answer(await results.listOwnResults(caller.id)),
  );
  serve(app, contract.sendFeedback, async ({ caller, params, body }) => {
    await results.keepFeedback({ quizId: params.uniqueId, personId: caller.id }, body.feedback);
    return done('Thank you. Your feedback was sent to your teacher.');
  });
}

/** Staff may name anyone; students only themselves, in any case. */
function personOf(caller: Caller, userId: string): string {
  if (isTeacher(caller)) return userId;
  requireSelf(caller, userId);
  return caller.id;
}

function requireSelf(caller: Caller, userId: string): void {
  if (userId.toLowerCase() === caller.id.toLowerCase()) return;
  throw forbidden('You can only act for yourself. Sign in as the student who is taking the test.');
}
