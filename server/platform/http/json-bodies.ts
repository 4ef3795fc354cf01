import { LONG_TEXTS } from '@vlabs/contract/http/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inBodyTurn } from '../connections/large-bodies.ts';
import { PublicError } from '../errors.ts';

const DEEPEST = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses JSON like Fastify, but accepts an empty body, because many clients always send a content
 * type.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  const read = (request: FastifyRequest, text: string): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const refusal = refuseCrowdedJson(text, maxValuesOf(request));
    if (refusal) reject(refusal);
    else if (text === '') resolve(undefined);
    else void parse(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    return promise;
  };
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      inBodyTurn(request, body.length, () => read(request, body.toString())),
  );
}

/** Unknown addresses have a small body limit, which is enough. */
function maxValuesOf(request: FastifyRequest): number {
  return request.routeOptions.config.endpoint?.bodyLimit.values ?? Number.POSITIVE_INFINITY;
}

/**
 * Refuses JSON with so many or so deeply nested values that parsing and validating it would block
 * the event loop. Scans characters only.
 */
export function refuseCrowdedJson(text: string, maxValues: number): PublicError | null {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === COMMA) values += 1;
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      values += 1;
      depth += 1;
    }
    if (values > maxValues) return tooManyValues();
    if (depth > DEEPEST) return tooDeep();
  }
  return null;
}

/** Searches for the first quote, because most strings have no other. */
function endOfString(text: string, start: number): number {
  const first = text.indexOf('"', start + 1);
  if (first === -1) return text.length;
  if (text.charCodeAt(first - 1) !== BACKSLASH) return first;
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) return at;
    if (sign === BACKSLASH) at += 1;
  }
  return text.length;
}

/** Parses a URL-encoded form; every value is a text. */
export function readFormBody(body: string): Record<string, string> {
  let fields = 1;
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > LONG_TEXTS.values) throw tooManyValues();
  }
  const read = [...new URLSearchParams(body)].filter(([name]) => name !== '__proto__');
  return Object.fromEntries(read);
}

export const tooManyValues = () =>
  new PublicError(
    413,
    'too_many_values',
    'The request contains too many values. Send less at once.',
  );

const tooDeep = () =>
  new PublicError(400, 'too_deep', 'The request is nested too deeply. Use fewer levels.');
