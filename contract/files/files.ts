import { z } from 'zod';
import { endpoint, signedIn } from '../http/endpoint.ts';

/** Appwrite's storage protocol, as its official client uses it. */

/** Larger files are sent in chunks of exactly this size, except the last. */
export const CHUNK_BYTES = 5_242_880;
/** The protocol version that every refusal names. */
export const STORAGE_VERSION = '1.8.0';

export const buckets = ['student-lists', 'assignments', 'submissions'] as const;
export type BucketId = (typeof buckets)[number];

/** The token of a signed link: when it expires, the signature, and its reader. */
export const LinkToken = z
  .string('Use the link as it is.')
  .max(500, 'This link is too long. Use it as it is.');

const inBucket = z.object({ bucketId: z.string() });
const ofFile = inBucket.extend({ fileId: z.string() });

export const StoredFile = z.object({
  $id: z.string(),
  bucketId: z.string(),
  $createdAt: z.iso.datetime(),
  $updatedAt: z.iso.datetime(),
  $permissions: z.array(z.string()),
  name: z.string(),
  /** SHA-256 in hexadecimal; empty until every chunk has arrived. */
  signature: z.string(),
  mimeType: z.string(),
  sizeOriginal: z.int(),
  chunksTotal: z.int(),
  chunksUploaded: z.int(),
  /** The chunks received so far, from 0. Our addition, for resuming uploads. */
  chunksReceived: z.array(z.int()).optional(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** The body of every refusal under `/v1`. */
export const StorageRefusal = z.object({
  message: z.string(),
  /** HTTP status. */
  code: z.int(),
  type: z.string(),
  version: z.string(),
});
export type StorageRefusal = z.infer<typeof StorageRefusal>;

/** The body is a multipart form: `fileId`, `file`, and optionally `permissions[]`. */
export const createFile = endpoint({
  method: 'POST',
  path: '/v1/storage/buckets/:bucketId/files',
  access: signedIn,
  openDuringTests: 'Handing in stays possible; nothing stored is returned.',
  right: 'own',
  audit: { notKept: 'A file alone does nothing; what uses it is kept.' },
  summary: `Store a file, or one chunk of ${CHUNK_BYTES} bytes of it`,
  params: inBucket,
  reply: StoredFile,
  status: 201,
});

const texts = z.union([z.string(), z.array(z.string())]).optional();

export const listFiles = endpoint({
  method: 'GET',
  path: '/v1/storage/buckets/:bucketId/files',
  access: signedIn,
  right: 'own',
  summary: 'List the finished files of a bucket that the caller may read, newest first',
  params: inBucket,
  query: z.looseObject({ search: z.string().max(256).optional(), queries: texts }),
  reply: z.object({ total: z.int(), files: z.array(StoredFile) }),
});

export const getFile = endpoint({
  method: 'GET',
  path: '/v1/storage/buckets/:bucketId/files/:fileId',
  access: signedIn,
  right: 'own',
  summary: 'Get a file’s metadata; for the caller’s unfinished upload also the chunks received',
  params: ofFile,
  reply: StoredFile,
});

export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/v1/storage/buckets/:bucketId/files/:fileId',
  access: signedIn,
  openDuringTests: 'Nothing stored is returned.',
  right: 'own',
  audit: 'kept',
  summary: 'Delete a file that is not in use, or cancel an upload',
  params: ofFile,
  reply: z.undefined(),
  status: 204,
});

const byLink = z.looseObject({
  /** A temporary signature instead of a login token. */
  token: LinkToken.optional(),
});

export const getFileDownload = endpoint({
  method: 'GET',
  path: '/v1/storage/buckets/:bucketId/files/:fileId/download',
  access: 'anyone',
  openDuringTests: 'Its handler asks whether the work of the link’s reader is open.',
  summary: 'Download a file or a range of it as an attachment, with a token or a signed link',
  params: ofFile,
  query: byLink,
  reply: z.unknown(),
});

export const getFileView = endpoint({
  method: 'GET',
  path: '/v1/storage/buckets/:bucketId/files/:fileId/view',
  access: 'anyone',
  openDuringTests: 'Its handler asks whether the work of the link’s reader is open.',
  summary: 'Show an image, a PDF or plain text; other files are sent as an attachment',
  params: ofFile,
  query: byLink,
  reply: z.unknown(),
});
