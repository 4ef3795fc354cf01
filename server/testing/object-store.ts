import S3rver from '@20minutes/s3rver';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ObjectStore {
  /** The settings that name it. */
  environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

const BUCKET = 'v-labs';

/** A server that speaks the S3 protocol, on a folder of its own. */
export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // It signs the path of a bucket without the slash that Amazon's client signs.
    allowMismatchedSignatures: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  return {
    environment: {
      VLABS_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      VLABS_S3_BUCKET: BUCKET,
      VLABS_S3_ACCESS_KEY_ID: 'S3RVER',
      VLABS_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
