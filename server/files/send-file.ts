import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../platform/http/content-disposition.ts';
import { type ByteRange, readByteRange } from './byte-range.ts';
import type { FinishedFile } from './files.reads.ts';
import type { Files } from './files.service.ts';
import { isShownInline } from './mime-types.ts';

interface Asked {
  bucketId: string;
  fileId: string;
  token: string | undefined;
  kind: 'download' | 'view';
}

/** Stored files must not run scripts or load anything. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";
/** Browsers' PDF viewers do not start in a sandbox. */
const PDF_RULES = "default-src 'self'; object-src 'self'; frame-ancestors 'self'";

/** Sends a file, a range of it, or 304. */
export async function sendFile(
  files: Files,
  { bucketId, fileId, token, kind }: Asked,
  { request, response }: { request: FastifyRequest; response: FastifyReply },
): Promise<FastifyReply> {
  const file = await files.getReadableFile(request.caller, bucketId, { fileId, token });
  const address = { bucketId: file.bucketId, fileId };
  const reader = files.readerOf(address, token) ?? request.caller?.id;
  if (reader !== undefined) await request.server.requireOpenWork(reader);
  const etag = `"${file.sha256.toString('hex')}"`;
  const isInline = kind === 'view' && isShownInline(file.mimeType);
  response.headers({
    etag,
    'accept-ranges': 'bytes',
    // Cached only by this person's browser, and revalidated each time.
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', file.name),
    'content-type': contentTypeOf(file, isInline),
    'content-security-policy':
      isInline && file.mimeType === 'application/pdf' ? PDF_RULES : SANDBOX,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    // Ranges count stored bytes, so no proxy may compress them.
    'content-encoding': 'identity',
  });
  if (isKnown(request, etag)) return response.code(304).send();

  const asked = isOfThisVersion(request, etag) ? request.headers.range : undefined;
  const range = readByteRange(asked, file.sizeBytes);
  if (range === 'unsatisfiable') {
    response.header('content-range', `bytes */${file.sizeBytes}`);
    return response.code(416).removeHeader('content-disposition').send();
  }
  if (range) {
    response.header('content-range', `bytes ${range.first}-${range.last}/${file.sizeBytes}`);
  }
  response.code(range ? 206 : 200).header('content-length', lengthOf(file, range));
  return response.send(
    request.method === 'HEAD' ? Readable.from([]) : await files.openFile(file, range),
  );
}

/** Only files shown inline have their own type; others are generic bytes. */
function contentTypeOf({ mimeType }: FinishedFile, isInline: boolean): string {
  if (isInline && mimeType === 'text/plain') return 'text/plain; charset=utf-8';
  return isInline || isHarmless(mimeType) ? mimeType : 'application/octet-stream';
}

const isHarmless = (mimeType: string) => !/html|svg|xml$|text\//.test(mimeType);

function lengthOf({ sizeBytes }: FinishedFile, range: ByteRange | null): number {
  return range ? range.last - range.first + 1 : sizeBytes;
}

function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known?.some((tag) => tag === etag || tag === '*') ?? false;
}

/** A range applies only if the file is unchanged. */
function isOfThisVersion({ headers }: FastifyRequest, etag: string): boolean {
  const expected = headers['if-range'];
  return expected === undefined || expected === etag;
}
