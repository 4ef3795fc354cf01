import {
  createRun,
  createRuns,
  deleteRun,
  getRun,
  getRuns,
  listRuns,
} from '@vlabs/contract/runs/runs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PublicError } from '../../platform/errors.ts';
import { type Caller, serve } from '../../platform/http/serve.ts';
import type { RunRequest } from '../store/run.ts';
import type { RunState } from '../history/read-runs.ts';
import { type AttributeErrors, readLanguageId, readRequest, recordOf } from './attributes.ts';
import { type ChosenFields, chooseFields, showRun, splitList, textsOf } from './fields.ts';
import { MAX_IN_BATCH } from './information.ts';
import {
  NOT_UTF8,
  NotUtf8,
  RunRefusal,
  badRequest,
  forbidden,
  invalidAttributes,
  invalidBatch,
  oneNotUtf8,
} from './refusals.ts';
import type { Runs } from '../runs.service.ts';

const USUAL_PER_PAGE = 20;
/** Upper bound of a page, because each run may have megabytes of text. */
const MAX_PER_PAGE = 100;

/** Upper bound of `wait_ms`. */
const MAX_SHORT_WAIT_MS = 30_000;

/** The endpoints for runs, which Judge0 calls submissions. */
export function submissionRoutes(scope: FastifyInstance, runs: Runs): void {
  serve(scope, createRun, (call) => queueFirst(runs, 1, () => addRun(scope, runs, call)));

  serve(scope, getRun, async ({ caller, params, query, response }) => {
    const base64 = query.base64_encoded === 'true';
    const fields = chooseFields(query.fields);
    const wanted = { texts: textsOf(fields), response: response.raw };
    const state =
      query.wait === 'true'
        ? await runs.waitForRun(caller, params.token, { ...wanted, gone: goneOf(response) })
        : await runs.getRun(caller, params.token, wanted);
    await requireOpen(scope, caller, [state]);
    return showRun(state, fields, { base64 });
  });

  serve(scope, deleteRun, async ({ caller, params, query, response }) => {
    const fields = chooseFields(query.fields);
    if (!runs.settings.mayDelete) throw badRequest('delete not allowed');
    const wanted = { texts: textsOf(fields), response: response.raw };
    // A deleted run can't be requested again, so it is returned as base64, which fits every output.
    return showRun(await runs.deleteRun(caller, params.token, wanted), fields, { base64: true });
  });

  listRoutes(scope, runs);
}

/** A student's runs from before a test may be closed during it. */
async function requireOpen(
  scope: FastifyInstance,
  { id, role }: Caller,
  states: readonly (RunState | null)[],
): Promise<void> {
  if (role !== 'student') return;
  const made = states.flatMap((state) => (state ? [state.run.createdAt.getTime()] : []));
  if (made.length > 0) await scope.requireOpenWork(id, new Date(Math.min(...made)));
}

interface AddCall {
  caller: Caller;
  query: {
    base64_encoded?: string | undefined;
    wait?: string | undefined;
    wait_ms?: string | undefined;
    fields?: string | undefined;
  };
  body: Readonly<Record<string, unknown>>;
  response: FastifyReply;
}

/** A test is no place for traces: they show what a student is to find out. */
async function requireTraces(
  scope: FastifyInstance,
  { id, role }: Caller,
  asked: readonly RunRequest[],
): Promise<void> {
  const traced = asked.filter(({ isTrace }) => isTrace);
  if (role !== 'student' || traced.length === 0) return;
  try {
    const assignments = traced.map(({ assignment }) => assignment);
    await scope.requireStepping(id, assignments);
  } catch (error) {
    // Judge0 tells nothing of what is forbidden; our pages show the reason.
    throw error instanceof PublicError ? forbidden(error.message) : error;
  }
}

async function addRun(
  scope: FastifyInstance,
  runs: Runs,
  { caller, query, body, response }: AddCall,
) {
  const base64 = query.base64_encoded === 'true';
  const fields = chooseFields(query.fields);
  const longestMs = Math.min(readCount(query.wait_ms, 0), MAX_SHORT_WAIT_MS);
  const waitsForEnd = query.wait === 'true';
  const isOffered = await tellOffered(runs, [body]);
  const read = await readRequest(body, { base64, isOffered });
  if ('errors' in read) throw invalidAttributes(read.errors);
  await requireTraces(scope, caller, [read.asked]);
  if (!waitsForEnd && longestMs <= 0) {
    const [token] = await runs.add(caller, [read.asked]);
    return { token };
  }
  const wanted = { gone: goneOf(response), texts: textsOf(fields), response: response.raw };
  const howToWait = waitsForEnd ? wanted : { ...wanted, longestMs };
  const state = await runs.addAndWait(caller, read.asked, howToWait);
  try {
    return showRun(state, fields, { base64 });
  } catch (error) {
    // The run was created, so the reply stays a success with its token.
    if (error instanceof NotUtf8) return { error: NOT_UTF8, token: state.run.token };
    throw error;
  }
}

/** Which languages of these requests may be chosen. */
const tellOffered = (runs: Runs, sent: readonly unknown[]) =>
  runs.languages.tellOffered(sent.map((one) => readLanguageId(recordOf(one)['language_id']) ?? 0));

/** Judge0 reports a full queue before it validates the request. */
async function queueFirst<Reply>(
  runs: Runs,
  count: number,
  work: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    const isFault = error instanceof RunRefusal && (error.status === 400 || error.status === 422);
    if (isFault) await runs.requireQueueCapacity(Math.max(1, count));
    throw error;
  }
}

/** Endpoints for several runs in one call. */
function listRoutes(scope: FastifyInstance, runs: Runs): void {
  serve(scope, listRuns, async ({ caller, query, response }) => {
    const fields = chooseFields(query.fields);
    const page = readCount(query.page, 1);
    const perPage = Math.min(readCount(query.per_page, USUAL_PER_PAGE), MAX_PER_PAGE);
    if (page <= 0 || !Number.isSafeInteger(page * MAX_PER_PAGE)) {
      throw badRequest(`invalid page: ${page}`);
    }
    if (perPage <= 0) throw badRequest(`invalid per_page: ${perPage}`);
    const { states, total } = await runs.listRuns(
      caller,
      { number: page, size: perPage },
      { texts: textsOf(fields), response: response.raw },
    );
    const pages = Math.ceil(total / perPage);
    return {
      submissions: showAll(states, fields, query.base64_encoded === 'true'),
      meta: {
        current_page: page,
        next_page: page < pages ? page + 1 : null,
        prev_page: page > 1 ? page - 1 : null,
        total_pages: pages,
        total_count: total,
      },
    };
  });

  serve(scope, createRuns, ({ caller, query, body: { submissions } }) => {
    const count = Array.isArray(submissions) ? submissions.length : 1;
    const base64 = query.base64_encoded === 'true';
    return queueFirst(runs, count, () => addBatch(scope, runs, { caller, submissions, base64 }));
  });

  serve(scope, getRuns, async ({ caller, query, request, response }) => {
    const fields = chooseFields(query.fields);
    const header = request.headers['tokens'];
    const sent = typeof header === 'string' ? header : (query.tokens ?? '');
    const tokens = splitList(sent);
    requireBatchSize(tokens.length);
    const wanted = { texts: textsOf(fields), response: response.raw };
    const states = await runs.getRuns(caller, tokens, wanted);
    await requireOpen(scope, caller, states);
    return { submissions: showAll(states, fields, query.base64_encoded === 'true') };
  });
}

/** Adds the valid runs of a batch; invalid ones are represented by their errors. */
async function addBatch(
  scope: FastifyInstance,
  runs: Runs,
  { caller, submissions, base64 }: { caller: Caller; submissions: unknown; base64: boolean },
): Promise<({ token: string } | AttributeErrors)[]> {
  const sent: unknown[] = Array.isArray(submissions) ? submissions : [];
  requireBatchSize(sent.length);
  const isOffered = await tellOffered(runs, sent);
  const reading = { base64, isOffered };
  const all = await Promise.all(sent.map((values) => readRequest(recordOf(values), reading)));
  const errors = all.flatMap((read) => ('errors' in read ? [read.errors] : []));
  if (errors.length === all.length) throw invalidBatch(errors);
  const asked = all.flatMap((read): RunRequest[] => ('errors' in read ? [] : [read.asked]));
  await requireTraces(scope, caller, asked);
  const tokens = (await runs.add(caller, asked)).values();
  return all.map((read) => ('errors' in read ? read.errors : { token: tokens.next().value ?? '' }));
}

function requireBatchSize(size: number): void {
  if (size === 0) throw badRequest('there should be at least one submission in a batch');
  if (size > MAX_IN_BATCH) {
    throw badRequest(
      `number of submissions in a batch should be less than or equal to ${MAX_IN_BATCH}`,
    );
  }
}

function showAll(states: readonly (RunState | null)[], fields: ChosenFields, base64: boolean) {
  try {
    return states.map((state) => state && showRun(state, fields, { base64 }));
  } catch (error) {
    throw error instanceof NotUtf8 ? oneNotUtf8() : error;
  }
}

/** "4" becomes 4 and "abc" becomes 0, as in Judge0. */
function readCount(sent: string | undefined, usual: number): number {
  return sent === undefined ? usual : Number.parseInt(sent, 10) || 0;
}

/** Aborted when the caller closes the connection. */
function goneOf(response: FastifyReply): AbortSignal {
  const controller = new AbortController();
  response.raw.once('close', () => controller.abort());
  return controller.signal;
}
