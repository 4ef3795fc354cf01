import { S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { boundedBytes } from './timed-bytes.ts';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Timeout of one call. */
  timeoutSeconds: number;
}

const CONNECT_MS = 2000;
/** All attempts and the pauses between them share the call's timeout. */
const MAX_TRIES = 3;
/** A reply without file content: the status of an upload, or an error. */
const MAX_REPLY_BYTES = 64 * 1024;
/** A list has at most a thousand keys of up to a kilobyte. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** Each reader of a file holds a connection while it reads, and must not block others. */
const MAX_CONNECTIONS = 1000;

/**
 * An S3 client with limits for connections, waiting, retries and replies, which follows no
 * redirects.
 */
export function makeS3Client(settings: S3Settings): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, timeoutSeconds } = settings;
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other implementations than Amazon's support neither bucket host names nor the newer
    // checksums.
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

/** Replies without file content are read into memory. */
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
