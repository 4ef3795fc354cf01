import { buckets } from '@vlabs/contract/files/files';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** `archives` has what the server makes itself: nobody uploads, lists or deletes there. */
export const storedBuckets = [...buckets, 'archives'] as const;
type StoredBucket = (typeof storedBuckets)[number];

export interface FileAddress {
  bucketId: StoredBucket;
  fileId: string;
}

/** Long enough for a page that is open for a lesson, and rounded so that a link stays the same. */
const LINK_LIFE_SECONDS = 2 * 60 * 60;
const LINK_STEP_SECONDS = 10 * 60;

const PATH =
  /^\/v1\/storage\/buckets\/([\w-]+)\/files\/([A-Za-z0-9][\w.-]{0,35})\/(?:download|view)\/?$/;

/**
 * The token in a link for the one address that `what` names and the one reader, by roll number, whose rights apply
 * when the link is used.
 */
export function signLink(
  secret: Buffer,
  what: string,
  { reader, nowMs }: { reader: string; nowMs: number },
): string {
  const now = Math.floor(nowMs / 1000 / LINK_STEP_SECONDS) * LINK_STEP_SECONDS;
  const expires = String(now + LINK_LIFE_SECONDS);
  const written = Buffer.from(reader).toString('base64url');
  return `${expires}.${signatureOf(secret, `${what} for ${reader}`, expires)}.${written}`;
}

/** The reader that a link was signed for; null if the signature is invalid or expired. */
export function readReader(
  secret: Buffer,
  what: string,
  { token, nowMs }: { token: string; nowMs: number },
): string | null {
  const [expires = '', signature = '', written = ''] = token.split('.', 3);
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < nowMs) return null;
  const reader = Buffer.from(written, 'base64url').toString();
  const right = Buffer.from(signatureOf(secret, `${what} for ${reader}`, expires));
  const sent = Buffer.from(signature);
  return sent.length === right.length && timingSafeEqual(sent, right) ? reader : null;
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

/** What is signed for a file: the signature is valid for download and view. */
export const nameOf = ({ bucketId, fileId }: FileAddress): string => `${bucketId}/${fileId}`;

export function pathOf({ bucketId, fileId }: FileAddress, kind: 'download' | 'view'): string {
  return `/v1/storage/buckets/${bucketId}/files/${fileId}/${kind}`;
}

function signatureOf(secret: Buffer, what: string, expires: string): string {
  return createHmac('sha256', secret).update(`${what} until ${expires}`).digest('base64url');
}
