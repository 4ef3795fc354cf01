import { z } from 'zod';

/** Roles on the wire and in the database: 0 student, 1 admin. */
export const ROLE_STUDENT = 0 as const;
export const ROLE_ADMIN = 1 as const;

/** Who may call an endpoint. A service is another program holding a service token. */
export type Role = 'student' | 'admin' | 'service';

export const signedIn = ['student', 'admin'] as const;

/**
 * Whether what an admin does by the call stands in the audit log: `kept` in the transaction of the
 * change, or why it need not be.
 */
export type Audit = 'kept' | { notKept: string };

/** One HTTP call, described once: the server serves it and the browser calls it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:name` marks a parameter. Served with and without a trailing slash. */
  path: `/${string}`;
  /** Who may call it. Required, so that no endpoint is open by omission. */
  access: readonly Role[] | 'anyone';
  /** Of a call that only reads, or that no admin may make, this need not be said. */
  audit?: Audit | undefined;
  /** One line for the reader of the API document. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  reply: Reply;
  /** HTTP status of success. */
  status: 200 | 201 | 204;
}

interface Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
> extends Pick<Endpoint, 'method' | 'path' | 'access' | 'audit' | 'summary'> {
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  status?: 200 | 201 | 204;
}

/** A call that may change something in an admin's hands does not compile without `audit`. */
type Audited = { method: 'GET' } | { access: readonly ['student'] } | { audit: Audit };

const nothing = z.unknown();
type Nothing = typeof nothing;

export function endpoint<
  Reply extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  definition: Definition<Params, Query, Body, Reply> & Audited,
): Endpoint<Params, Query, Body, Reply>;
export function endpoint(
  definition: Definition<z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
): Endpoint {
  return { params: nothing, query: nothing, body: nothing, status: 200, ...definition };
}

/** Every refusal: `code` is a stable word, `message` one plain sentence that says what to do. */
export const Refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  /** The message for each input field that was at fault. */
  fields: z.record(z.string(), z.string()).optional(),
  /** What the caller needs to go on, where the call says so. */
  data: z.unknown().optional(),
});
export type Refusal = z.infer<typeof Refusal>;

export const Done = z.object({ success: z.literal(true), message: z.string() });

/** `{success:true, message?, data}`: the reply of every call that the specification does not fix. */
export const replyOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.string().optional(), data });
