import { z } from 'zod';
import type { Right } from './rights.ts';

/** Roles on the wire and in the database: 0 student, 1 admin. */
export const ROLE_STUDENT = 0 as const;
export const ROLE_ADMIN = 1 as const;

/**
 * Who may call an endpoint. A service is another program holding a service token. A guest is who
 * registered and is on no student list: a student on the wire, and here a role of its own, so that
 * an endpoint admits guests only where it names them. Staff are admins on the wire who are no campus
 * admins: no endpoint names them, its right says whether they may.
 */
export type Role = 'guest' | 'student' | 'staff' | 'admin' | 'service';

/** Students and admins; guests are not among them. */
export const signedIn = ['student', 'admin'] as const;

/** Of what belongs to an account and to the Workspace. */
export const signedInOrGuest = ['guest', ...signedIn] as const;

/**
 * Whether what an admin does by the call stands in the audit log: `kept` in the transaction of the
 * change, or why it need not be.
 */
export type Audit = 'kept' | { notKept: string };

/**
 * How a call keeps the server while it is under way, which bounds how many a caller may have at a time:
 * a `heavy` one takes much memory or a long reply, a `long` one waits for something to happen, for some
 * calls only where their query has one of these fields.
 */
export type Load = 'usual' | 'heavy' | 'long' | { longWith: readonly string[] };

/** What the body of a call holds at most: in bytes, and in values, since small ones cost the most to read. */
export interface BodyLimit {
  kb: number;
  values: number;
}

const ANYONES_BODY: BodyLimit = { kb: 8, values: 100 };
const SHORT_BODY: BodyLimit = { kb: 64, values: 5000 };
/** Of a call that sends programs or other long texts. */
export const LONG_TEXTS: BodyLimit = { kb: 4096, values: 5000 };
/** Of a call by which an admin sends a whole quiz, or names a whole year of students. */
export const MANY_VALUES: BodyLimit = { kb: 4096, values: 40_000 };

/** One HTTP call, described once: the server serves it and the browser calls it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Access extends readonly Role[] | 'anyone' = readonly Role[] | 'anyone',
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:name` marks a parameter. Served with and without a trailing slash. */
  path: `/${string}`;
  /** Who may call it. Required, so that no endpoint is open by omission. */
  access: Access;
  /** What of it staff may who are no campus admins; without it nothing. */
  right?: Right | undefined;
  /** Of a call that only reads, or that no admin may make, this need not be said. */
  audit?: Audit | undefined;
  load: Load;
  /** One line for the reader of the API document. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  /** A larger one is refused before it is read. A file that is uploaded has a limit of its own. */
  bodyLimit: BodyLimit;
  reply: Reply;
  /** HTTP status of success. */
  status: 200 | 201 | 204;
}

interface Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Reply extends z.ZodType,
  Access extends Endpoint['access'],
> extends Pick<Endpoint, 'method' | 'path' | 'right' | 'audit' | 'summary'> {
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Needed only where a body may be long. */
  bodyLimit?: BodyLimit;
  reply: Reply;
  /** `usual` where it is not said. */
  load?: Load;
  status?: 200 | 201 | 204;
}

/** A call that may change something in an admin's hands does not compile without `audit`. */
type Audited = { method: 'GET' } | { access: readonly ['student'] } | { audit: Audit };

/** A call that an admin may make does not compile without `right`. */
type Righted =
  | { access: 'anyone' | readonly ('guest' | 'student' | 'service')[] }
  | { right: Right };

const nothing = z.unknown();
type Nothing = typeof nothing;

export function endpoint<
  Reply extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  const Access extends Endpoint['access'] = Endpoint['access'],
>(
  definition: Definition<Params, Query, Body, Reply, Access> & Audited & Righted,
): Endpoint<Params, Query, Body, Reply, Access>;
export function endpoint(
  definition: Definition<z.ZodType, z.ZodType, z.ZodType, z.ZodType, Endpoint['access']>,
): Endpoint {
  const bodyLimit = definition.access === 'anyone' ? ANYONES_BODY : SHORT_BODY;
  const usual = { params: nothing, query: nothing, body: nothing, load: 'usual' } as const;
  return { ...usual, bodyLimit, status: 200, ...definition };
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
