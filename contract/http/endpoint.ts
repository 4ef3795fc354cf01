import { z } from 'zod';
import type { Right } from './rights.ts';

/** Roles on the wire and in the database: 0 student, 1 admin. */
export const ROLE_STUDENT = 0 as const;
export const ROLE_ADMIN = 1 as const;

/**
 * Who may call an endpoint. A service is a program with a service token. A guest registered but is on no student
 * list: a student on the wire, and a separate role here, so that endpoints admit guests only explicitly. Staff are
 * admins on the wire; endpoints do not name them, but declare a right.
 */
export type Role = 'guest' | 'student' | 'staff' | 'admin' | 'service';

/** Students and admins, without guests. */
export const signedIn = ['student', 'admin'] as const;

/** For calls about one's account and the Workspace. */
export const signedInOrGuest = ['guest', ...signedIn] as const;

/** Whether the call writes an audit line: `kept` in the same transaction, or the reason why not. */
export type Audit = 'kept' | { notKept: string };

/**
 * The load of a call on the server, which limits how many one caller may have in progress. A `heavy` call needs much
 * memory or sends a long reply; a `long` one waits for an event, some only if their query has one of these fields.
 */
export type Load = 'usual' | 'heavy' | 'long' | { longWith: readonly string[] };

/** Limits of a request body: bytes, and values, because many small values cost the most to parse. */
export interface BodyLimit {
  kb: number;
  values: number;
}

const ANYONES_BODY: BodyLimit = { kb: 8, values: 100 };
const SHORT_BODY: BodyLimit = { kb: 64, values: 5000 };
/** For calls that send texts with so many characters at most, each of which has up to three bytes in UTF-8. */
export const textsOf = (characters: number): BodyLimit => ({
  kb: Math.ceil((3 * characters) / 1024) + SHORT_BODY.kb,
  values: 500,
});
/** For calls that send so many bytes of texts at most, in base64. */
export const base64Of = (bytes: number): BodyLimit => ({
  kb: Math.ceil((4 * bytes) / 3 / 1024) + SHORT_BODY.kb,
  values: 500,
});
/** For calls that send programs or other long texts. */
export const LONG_TEXTS: BodyLimit = { kb: 4096, values: 5000 };
/** For calls with a whole test, or with the names of a whole year of students. */
export const MANY_VALUES: BodyLimit = { kb: 4096, values: 40_000 };

/** One HTTP call: the server serves it, and the browser calls it. */
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
  /** Who may call it. Required, so that no endpoint is public by omission. */
  access: Access;
  /** The right that staff need; without it they may not call. */
  right?: Right | undefined;
  /** May be omitted if the call only reads or no admin may call it. */
  audit?: Audit | undefined;
  /** Shows the work of students, so that a campus admin's call about a class is recorded. */
  showsWork?: true | undefined;
  /**
   * Why a student may call it during a test that closes other work. Without a reason it is refused, so no call that
   * returns stored texts is open by omission.
   */
  openDuringTests?: string | undefined;
  /** A campus admin who has no second step yet may call it: it sets one up, or goes with that. */
  beforeSecondStep?: true | undefined;
  load: Load;
  /** One line for the API documents. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  /** A larger body is refused before it is read. Uploaded files have their own limit. */
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
> extends Pick<
  Endpoint,
  | 'method'
  | 'path'
  | 'right'
  | 'audit'
  | 'showsWork'
  | 'openDuringTests'
  | 'beforeSecondStep'
  | 'summary'
> {
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Required only if a body may be long. */
  bodyLimit?: BodyLimit;
  reply: Reply;
  /** `usual` by default. */
  load?: Load;
  status?: 200 | 201 | 204;
}

/** A call by which admins may change something does not compile without `audit`. */
type Audited = { method: 'GET' } | { access: readonly ['student'] } | { audit: Audit };

/** A call that admins may make does not compile without `right`. */
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

/** The body of every refusal: `code` is stable, `message` is one sentence that says what to do. */
export const Refusal = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  /** A message for each invalid input field. */
  fields: z.record(z.string(), z.string()).optional(),
  /** What the caller needs to continue, if the call says so. */
  data: z.unknown().optional(),
});
export type Refusal = z.infer<typeof Refusal>;

export const Done = z.object({ success: z.literal(true), message: z.string() });

/** `{success: true, message?, data}`: the reply of every call that the specification does not define. */
export const replyOf = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), message: z.string().optional(), data });
