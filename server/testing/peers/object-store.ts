import S3rver, { type Context } from '@20minutes/s3rver';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ObjectStore {
  /** Settings that point to it. */
  environment: NodeJS.ProcessEnv;
  /** Multipart uploads that are neither completed nor aborted. */
  countUploads(): Promise<number>;
  close(): Promise<void>;
}

const BUCKET = 'v-labs';

/** A server with the S3 protocol and its own folder. */
export async function startObjectStore({
  address = '127.0.0.1',
  port: wantedPort = 0,
} = {}): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-s3-'));
  const server = new S3rver({
    address,
    port: wantedPort,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  server.middleware.unshift(asAmazonDoes(folder));
  const { port } = await server.run();
  return {
    environment: {
      VLABS_S3_ENDPOINT: `http://${address}:${port}`,
      VLABS_S3_BUCKET: BUCKET,
      VLABS_S3_ACCESS_KEY_ID: 'S3RVER',
      VLABS_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    countUploads: async () => (await readdir(uploadsOf(folder)).catch(() => [])).length,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server's folder of upload parts, one subfolder per upload. */
const uploadsOf = (folder: string) => join(folder, BUCKET, '._S3rver_uploads');

/** Two calls that this server implements differently from Amazon. */
function asAmazonDoes(folder: string) {
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    // It signs the bucket path without the trailing slash that Amazon's client signs.
    if (context.path === `/${BUCKET}/`) {
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } });
    }
    const { uploadId } = context.query;
    try {
      await next();
    } catch (error) {
      // The signature was verified; only the method is not implemented.
      const isAbort = context.method === 'DELETE' && uploadId !== undefined;
      if (!isAbort || !isRefusedMethod(error)) throw error;
      await rm(join(uploadsOf(folder), uploadId), { recursive: true, force: true });
      context.status = 204;
    }
  };
}

const isRefusedMethod = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'MethodNotAllowed';
