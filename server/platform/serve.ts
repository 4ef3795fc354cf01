import type { Endpoint, Role } from '@vlabs/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { forbidden, invalid, unauthorised } from './errors.ts';

/** Who makes a request, known from its token alone. */
export interface Caller {
  /** Roll number; for a service, its name. */
  id: string;
  role: Role;
  /** Null for a service, which holds a token and no session. */
  sessionId: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

interface Call<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  caller: Caller;
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
  request: FastifyRequest;
  response: FastifyReply;
}

const NOBODY: Caller = { id: '', role: 'student', sessionId: null };

/** Serves one contract endpoint: checks access, then input, then the reply itself. */
export function serve<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Reply>,
  handle: (call: Call<Params, Query, Body>) => Promise<z.input<Reply>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    handler: async (request, response) => {
      const caller = admit(request, endpoint.access);
      const params = read(endpoint.params, request.params);
      const query = read(endpoint.query, request.query);
      const body = read(endpoint.body, request.body);
      const reply = await handle({ caller, params, query, body, request, response });
      return response.code(endpoint.status).send(endpoint.reply.parse(reply));
    },
  });
}

function admit(request: FastifyRequest, access: readonly Role[] | 'anyone'): Caller {
  const { caller } = request;
  if (access === 'anyone') return caller ?? NOBODY;
  if (!caller) throw unauthorised();
  if (!access.includes(caller.role)) throw forbidden();
  return caller;
}

function read<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const result = shape.safeParse(value);
  if (!result.success) throw invalid(result.error);
  return result.data;
}
