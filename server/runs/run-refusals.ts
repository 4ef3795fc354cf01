import type { AttributeErrors } from './run-attributes.ts';

type RefusalBody = Readonly<Record<string, unknown>> | readonly Record<string, unknown>[];

/** A refusal in the form that Judge0 gives it. An empty body is sent as such. */
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

/** None of a batch can be run. */
export const invalidBatch = (errors: readonly AttributeErrors[]) => new RunRefusal(422, errors);

export const badRequest = (error: string) => new RunRefusal(400, { error });

export const invalidFields = (names: readonly string[]) =>
  new RunRefusal(400, { error: `invalid fields: [${names.join(', ')}]` });

export const NOT_UTF8 =
  'some attributes for this submission cannot be converted to UTF-8, use base64_encoded=true query parameter';
const ONE_NOT_UTF8 = NOT_UTF8.replace('this submission', 'one or more submissions');
export const oneNotUtf8 = () => new RunRefusal(400, { error: ONE_NOT_UTF8 });

/** A text that was asked for as it is cannot be shown so. */
export class NotUtf8 extends RunRefusal {
  constructor() {
    super(400, { error: NOT_UTF8 });
  }
}

export const runNotFound = () => new RunRefusal(404, { status: 404, error: 'Not Found' });

export const queueIsFull = () => new RunRefusal(503, { error: 'queue is full' });

export const tooManyUnderWay = (most: number) =>
  new RunRefusal(
    429,
    {
      error: `${most} of your programs are under way, which is the most at a time. Wait until one ends or stop it, and try again in 1 second.`,
    },
    1,
  );

export const tooManyThisMinute = (most: number, seconds: number) =>
  new RunRefusal(
    429,
    {
      error: `You have run ${most} programs within a minute, which is the most. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    },
    seconds,
  );

const HOUR_SECONDS = 3600;

export const tooManyThisDay = () =>
  new RunRefusal(
    429,
    {
      error:
        'You have run more programs within a day than are kept of one person. Try again tomorrow, or ask your teacher.',
    },
    HOUR_SECONDS,
  );

export const batchTooLarge = (most: number, size: number) =>
  new RunRefusal(
    429,
    {
      error: `At most ${most} of your programs may be under way at a time, and this batch has ${size}. Send ${most} or fewer.`,
    },
    1,
  );
