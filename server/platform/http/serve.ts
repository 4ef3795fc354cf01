import type { Endpoint, Role } from '@vlabs/contract/http/endpoint';
import type { ClassOf } from '@vlabs/contract/http/rights';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerAdmin } from '../audit/audit.ts';
import { type Origin, originOf } from '../connections/arrival.ts';
import type { Actor } from '../audit/audit.queries.ts';
import { PublicError, invalid, notSignedIn, requireRole, unauthorised } from '../errors.ts';
import { NO_ACCESS, type AccessScope, type TeachingRole, scopeOf } from '../access/access-scope.ts';
import './say-issue.ts';
import { findUnstorableText } from '../postgres/storable-text.ts';

/** Who makes a request, as derived from its token. */
export interface Caller {
  /** Roll number; for a service, its name. */
  id: string;
  role: Role;
  /** Null for a service, which has no session. */
  sessionId: string | null;
  /**
   * The classes that the caller teaches now: for staff, and for a student assistant whose request
   * says so.
   */
  teaches?: readonly TeachingRole[] | undefined;
  /** May do nothing but set up a second step. */
  needsSecondStep?: boolean;
}

/**
 * Refuses calls about a class in which the caller lacks the right, and changes to an archived
 * class.
 */
type RequireInScope = (
  scope: AccessScope,
  asked: { of: ClassOf; params: Record<string, string>; isChange: boolean },
) => Promise<void>;

/** Records that a campus admin looks at the work of students in classes. */
type NoteSeenWork = (
  actor: Actor,
  asked: { of: ClassOf; params: Record<string, string> },
) => Promise<void>;

/** A call that waited longer than this for an event asks again whether its session has ended. */
const SESSION_IS_FRESH_MS = 15_000;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyInstance {
    requireInScope: RequireInScope;
    /** Reports whether the session of a request in progress has not ended meanwhile. */
    isStillSignedIn: (request: FastifyRequest) => Promise<boolean>;
    noteSeenWork: NoteSeenWork;
    /** Refuses the work of a student whose test closes other work; of dated work, what was made before Start. */
    requireOpenWork: (personId: string, madeAt?: Date) => Promise<void>;
    /** Refuses traces to a student who takes any test, or who works on an assignment without them. */
    requireStepping: (personId: string, assignments?: readonly string[]) => Promise<void>;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** The caller's type; null for an anonymous call, if the endpoint is open to anyone. */
type CallerOf<Access> = Access extends 'anyone' ? Caller | null : Caller;

interface Call<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Access extends Endpoint['access'],
> {
  caller: CallerOf<Access>;
  /** The parts of all classes that this call may see or change. */
  scope: AccessScope;
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
  request: FastifyRequest;
  response: FastifyReply;
}

/**
 * Serves a contract endpoint: checks access, then input, then the reply. Class checks and the audit
 * log get the parsed address, like the handler: schemas trim values, so the raw text could name
 * somebody else. A handler that sends by itself, for example bytes, returns the response instead of
 * a reply.
 */
export function serve<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer,
  Access extends Endpoint['access'],
>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, z.ZodType<unknown, Answer>, Access>,
  handle: (call: Call<Params, Query, Body, Access>) => Promise<Answer | FastifyReply>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    bodyLimit: endpoint.bodyLimit.kb * 1024,
    // Callers without access are refused before the body is read.
    preParsing: async (request) => {
      admit(request, endpoint);
    },
    handler: async (request, response) => {
      const caller = admit<Access>(request, endpoint);
      const params = read(endpoint.params, request.params);
      const query = read(endpoint.query, request.query);
      const scope = caller ? scopeOf(caller, endpoint.right) : NO_ACCESS;
      if (caller) {
        const named = namesIn(query, params);
        await requireClass(app, { caller, scope, endpoint, named, origin: originOf(request) });
      }
      if (caller?.role === 'student' && endpoint.openDuringTests === undefined) {
        await app.requireOpenWork(caller.id);
      }
      const body = read(endpoint.body, request.body);
      // Replies contain what only this caller may see.
      response.header('cache-control', 'no-store');
      const startedAt = performance.now();
      const work = () => handle({ caller, scope, params, query, body, request, response });
      const reply =
        caller?.role === 'admin' || caller?.role === 'staff'
          ? await answerAdmin(endpoint, { by: caller.id, ...originOf(request) }, work)
          : await work();
      const isLate =
        typeof endpoint.load === 'object' && performance.now() - startedAt > SESSION_IS_FRESH_MS;
      if (isLate && caller && !(await app.isStillSignedIn(request))) throw unauthorised();
      // Resolves once the handler's own response was sent.
      if (reply === response || response.sent) return response;
      return response.code(endpoint.status).send(endpoint.reply.parse(reply));
    },
  });
}

/** A success reply without data. */
export const done = (message: string) => ({ success: true as const, message });

/** `{success, data}`, optionally with a message. */
export const answer = <Data>(data: Data, message?: string) => ({
  success: true as const,
  ...(message !== undefined && { message }),
  data,
});

function admit<Access extends Endpoint['access']>(
  request: FastifyRequest,
  endpoint: Pick<Endpoint, 'right'> & { access: Access },
): CallerOf<Access>;
function admit(
  request: FastifyRequest,
  { access, right }: Pick<Endpoint, 'access' | 'right'>,
): Caller | null {
  const caller = request.caller && actingBy(request.caller, right);
  if (access === 'anyone') return caller;
  // Without a token there is no session that could have ended.
  if (!caller) throw request.headers.authorization ? unauthorised() : notSignedIn();
  // Staff may call admin endpoints that require a class right.
  const isForStaff = right !== undefined && right !== 'campus' && access.includes('admin');
  if (caller.role !== 'staff' || !isForStaff) requireRole(caller.role, access);
  return caller;
}

/** A student assistant acts as staff only if the endpoint requires a class right. */
export const actingBy = (caller: Caller, right: Endpoint['right']): Caller =>
  caller.role === 'student' && caller.teaches && typeof right === 'object'
    ? { ...caller, role: 'staff' }
    : caller;

async function requireClass(
  app: FastifyInstance,
  asked: { caller: Caller; scope: AccessScope; endpoint: Endpoint; named: Names; origin: Origin },
): Promise<void> {
  const { named, origin } = asked;
  const { right, method, showsWork } = asked.endpoint;
  const { role, id } = asked.caller;
  const isChange = method !== 'GET';
  if (typeof right !== 'object') return;
  if (role !== 'staff' && role !== 'admin') return;
  if (role === 'admin' && showsWork) {
    await app.noteSeenWork({ by: id, ...origin }, { of: right.of, params: named });
  }
  if (right.of === 'list' || (role === 'admin' && !isChange)) return;
  await app.requireInScope(asked.scope, { of: right.of, params: named, isChange });
}

/** The values in an address, as parsed by the endpoint's schemas. */
type Names = Record<string, string>;

/** A result names its student in the query, and a list its class. Path parameters take precedence. */
function namesIn(query: unknown, params: unknown): Names {
  const { userId, class: classId } = textsOf(query);
  return {
    ...(userId !== undefined && { userId }),
    ...(classId !== undefined && { classId }),
    ...textsOf(params),
  };
}

function textsOf(parsed: unknown): Names {
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(
    Object.entries(parsed).filter(([, value]) => typeof value === 'string'),
  );
}

function read<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const unstorable = findUnstorableText(value);
  if (unstorable !== null) throw unstorableText(unstorable);
  const result = shape.safeParse(value);
  if (!result.success) throw invalid(result.error);
  return result.data;
}

function unstorableText(field: string): PublicError {
  const message = 'The text contains a character that can’t be saved. Type it again and send it.';
  return new PublicError(400, 'invalid', message, field === '' ? {} : { [field]: message });
}
