import { z } from 'zod';
import { endpoint, signedIn } from './endpoint.ts';

/** Appwrite's storage protocol: its official client sends these calls and reads these replies. */

/** A larger file arrives in chunks of exactly this size, the last one excepted. */
export const CHUNK_BYTES = 5_242_880;
/** Whose protocol it is; every refusal names it. */
export const STORAGE_VERSION = '1.8.0';

export const buckets = ['student-lists', 'assignments', 'submissions'] as const;
export type BucketId = (typeof buckets)[number];

const inBucket = z.object({ bucketId: z.string() });
const ofFile = inBucket.extend({ fileId: z.string() });

export const StoredFile = z.object({
  $id: z.string(),
  bucketId: z.string(),
  $createdAt: z.iso.datetime(),
  $updatedAt: z.iso.datetime(),
  $permissions: z.array(z.string()),
  name: z.string(),
  /** SHA-256 in hexadecimal digits; empty until every chunk has arrived. */
  signature: z.string(),
  mimeType: z.string(),
  sizeOriginal: z.int(),
  chunksTotal: z.int(),
  chunksUploaded: z.int(),
  /** Of an unfinished file: which chunks are here, from 0. An addition to Appwrite, for resuming. */
  chunksReceived: z.array(z.int()).optional(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** Every refusal under `/v1`. */
export const StorageRefusal = z.object({
  message: z.string(),
  /** The HTTP status. */
  code: z.int(),
  type: z.string(),
  version: z.string(),
});
export type StorageRefusal = z.infer<typeof StorageRefusal>;

/** The body is a multipart form: `fileId`, `file`, and perhaps `permissions[]`. */
export const createFile = endpoint({
  method: 'POST',
  path: '/v1/storage/buckets/:bucketId/files',
  access: signedIn,
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
  summary: 'The finished files of a bucket that the caller may read, newest first',
  params: inBucket,
  query: z.looseObject({ search: z.string().max(256).optional(), queries: texts }),
  reply: z.object({ total: z.int(), files: z.array(StoredFile) }),
});

export const getFile = endpoint({
  method: 'GET',
  path: '/v1/storage/buckets/:bucketId/files/:fileId',
  access: signedIn,
  right: 'own',
  summary:
    'What is known of a file; of an unfinished one of the caller’s also which chunks are here',
  params: ofFile,
  reply: StoredFile,
});

export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/v1/storage/buckets/:bucketId/files/:fileId',
  access: signedIn,
  right: 'own',
  audit: 'kept',
  summary: 'Delete a file that nothing uses, or give up an unfinished one',
  params: ofFile,
  reply: z.undefined(),
  status: 204,
});

const byLink = z.looseObject({
  /** A short-lived signature, in place of a login token. */
  token: z.string().max(200).optional(),
});

export const getFileDownload = endpoint({
  method: 'GET',
  path: '/v1/storage/buckets/:bucketId/files/:fileId/download',
  access: 'anyone',
  summary: 'The bytes of a file as an attachment, whole or a range; by login token or signed link',
  params: ofFile,
  query: byLink,
  reply: z.unknown(),
});

export const getFileView = endpoint({
  method: 'GET',
  path: '/v1/storage/buckets/:bucketId/files/:fileId/view',
  access: 'anyone',
  summary:
    'The bytes of an image, a PDF or plain text, to be shown; of any other file as an attachment',
  params: ofFile,
  query: byLink,
  reply: z.unknown(),
});
