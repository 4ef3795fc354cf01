import type { BucketId } from '@vlabs/contract/files/files';
import type { MadePerson } from './make.ts';
import type { TestServer } from '../test-app.ts';

interface NewFile {
  person: MadePerson;
  bucketId: BucketId;
  name: string;
  bytes: string;
  /** The host name in the link. */
  host: string;
}

/** Uploads a small file as this person and returns its link. */
export async function makeStoredFile(server: TestServer, file: NewFile): Promise<string> {
  const boundary = 'a-boundary-of-the-tests';
  const head = (disposition: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`;
  const reply = await server.app.inject({
    method: 'POST',
    url: `/v1/storage/buckets/${file.bucketId}/files`,
    headers: {
      ...file.person.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `${head('name="fileId"')}unique()\r\n${head(`name="file"; filename="${file.name}"`)}${file.bytes}\r\n--${boundary}--\r\n`,
  });
  if (reply.statusCode !== 201) throw new Error(`The file was refused: ${reply.body}`);
  return `http://${file.host}/v1/storage/buckets/${file.bucketId}/files/${reply.json().$id}/download`;
}
