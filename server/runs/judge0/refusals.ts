import type { AttributeErrors } from './attributes.ts';

type RefusalBody = Readonly<Record<string, unknown>> | readonly Record<string, unknown>[];

/** An error in Judge0's format. An empty body is sent as an empty body. */
export class RunRefusal extends Error {
  override name = 'RunRefusal';
  readonly status: number;
  readonly body: RefusalBody | null;
  /** Sent as Retry-After. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: RefusalBody | null, retryAfterSeconds: number | null = null) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const invalidAttributes = (errors: AttributeErrors) => new RunRefusal(422, errors);

/** No run of the batch is valid. */
export const invalidBatch = (errors: readonly AttributeErrors[]) => new RunRefusal(422, errors);

export const badRequest = (error: string) => new RunRefusal(400, { error });

export const forbidden = (error: string) => new RunRefusal(403, { error });

export const invalidFields = (names: readonly string[]) =>
  new RunRefusal(400, { error: `invalid fields: [${names.join(', ')}]` });

export const NOT_UTF8 =
  'some attributes for this submission cannot be converted to UTF-8, use base64_encoded=true query parameter';
const ONE_NOT_UTF8 = NOT_UTF8.replace('this submission', 'one or more submissions');
export const oneNotUtf8 = () => new RunRefusal(400, { error: ONE_NOT_UTF8 });

/** A text that was requested without base64 is not UTF-8. */
export class NotUtf8 extends RunRefusal {
  constructor() {
    super(400, { error: NOT_UTF8 });
  }
}

export const runNotFound = () => new RunRefusal(404, { status: 404, error: 'Not Found' });
