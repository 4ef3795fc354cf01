import { type BucketId, buckets } from '@vlabs/contract/files';
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface FileAddress {
  bucketId: BucketId;
  fileId: string;
}

/** Long enough for a page that is open for a lesson, and rounded so that a link stays the same. */
const LINK_LIFE_SECONDS = 2 * 60 * 60;
const LINK_STEP_SECONDS = 10 * 60;

const PATH =
  /^\/v1\/storage\/buckets\/([\w-]+)\/files\/([A-Za-z0-9][\w.-]{0,35})\/(?:download|view)\/?$/;

/** The signature in a link, for the one address that `what` names. */
export function signLink(secret: Buffer, what: string, nowMs: number): string {
  const now = Math.floor(nowMs / 1000 / LINK_STEP_SECONDS) * LINK_STEP_SECONDS;
  const expires = String(now + LINK_LIFE_SECONDS);
  return `${expires}.${signatureOf(secret, what, expires)}`;
}

export function isSigned(
  secret: Buffer,
  what: string,
  { token, nowMs }: { token: string; nowMs: number },
): boolean {
  const [expires = '', signature = ''] = token.split('.');
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < nowMs) return false;
  const right = Buffer.from(signatureOf(secret, what, expires));
  const sent = Buffer.from(signature);
  return sent.length === right.length && timingSafeEqual(sent, right);
}

/**
 * The file that a link to our storage names: a path, or a URL with the host that the caller used. Null for any other
 * link.
 */
export function readFileLink(link: string, host: string): FileAddress | null {
  if (!/^(https?:\/\/|\/(?!\/))/i.test(link)) return null;
  const url = URL.parse(link, `http://${host}`);
  // A default port may be explicit in one of the two.
  const own = url && URL.parse(`${url.protocol}//${host}`);
  if (!own || url.host !== own.host || url.username !== '' || url.password !== '') return null;
  const match = PATH.exec(url.pathname);
  const bucketId = buckets.find((bucket) => bucket === match?.[1]);
  const fileId = match?.[2];
  return bucketId && fileId !== undefined ? { bucketId, fileId } : null;
}

/** The signature is valid for download and view. */
const nameOf = ({ bucketId, fileId }: FileAddress, reader: string | null): string =>
  `${bucketId}/${fileId}${reader === null ? '' : ` for ${reader}`}`;

/** A link for a reader opens what the reader may read when it is used; a link for nobody opens the file. */
export function signFileLink(
  secret: Buffer,
  address: FileAddress,
  { reader, nowMs }: { reader: string | null; nowMs: number },
): string {
  const token = signLink(secret, nameOf(address, reader), nowMs);
  return reader === null ? token : `${token}.${Buffer.from(reader).toString('base64url')}`;
}

/** The reader a link was signed for; undefined if the signature is invalid or expired. */
export function readSignature(
  secret: Buffer,
  address: FileAddress,
  { token, nowMs }: { token: string; nowMs: number },
): { reader: string | null } | undefined {
  const [, , written] = token.split('.', 3);
  const reader = written === undefined ? null : Buffer.from(written, 'base64url').toString();
  return isSigned(secret, nameOf(address, reader), { token, nowMs }) ? { reader } : undefined;
}

export function pathOf({ bucketId, fileId }: FileAddress, kind: 'download' | 'view'): string {
  return `/v1/storage/buckets/${bucketId}/files/${fileId}/${kind}`;
}

function signatureOf(secret: Buffer, what: string, expires: string): string {
  return createHmac('sha256', secret).update(`${what} until ${expires}`).digest('base64url');
}
