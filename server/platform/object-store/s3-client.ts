import { S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { boundedBytes } from './timed-bytes.ts';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What one call is given to be answered in. */
  timeoutSeconds: number;
}

const CONNECT_MS = 2000;
/** With the pauses between them all tries share the time of the call. */
const MAX_TRIES = 3;
/** A reply besides the bytes of a file: an answer about one upload, or a refusal. */
const MAX_REPLY_BYTES = 64 * 1024;
/** A list names at most a thousand objects, by keys of up to a kilobyte. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Each reader of a file holds a connection for as long as it reads; nobody else waits for it. */
const MAX_CONNECTIONS = 1000;

/** A client that connects, waits, tries again and reads replies within bounds, and follows no redirect. */
export function makeS3Client(settings: S3Settings): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, timeoutSeconds } = settings;
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other stores than Amazon's know neither buckets as host names nor the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: false,
    maxAttempts: MAX_TRIES,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: timeoutSeconds * 1000,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  boundReplies(client);
  return client;
}

/** All but the bytes of files is read into memory before it is understood. */
function boundReplies(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      const { response } = result;
      if (!isReply(response) || !(response.body instanceof Readable)) return result;
      const { commandName } = context;
      const isBytes = commandName === 'GetObjectCommand' && response.statusCode < 300;
      const max = commandName === 'ListObjectsCommand' ? MAX_LIST_BYTES : MAX_REPLY_BYTES;
      if (!isBytes) response.body = boundedBytes(response.body, max);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'boundReplies' },
  );
}

function isReply(response: unknown): response is { statusCode: number; body: unknown } {
  return typeof response === 'object' && response !== null && 'statusCode' in response;
}
