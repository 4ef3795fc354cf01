import { request } from 'node:http';
import { Client, Storage } from 'appwrite';
import type { TestServer } from '../test-app.ts';

/** Lets a test server listen, since the official client only speaks HTTP; says where. */
export async function listen({ app }: TestServer): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** The official client, signed in by its own header for a token. */
export function makeStorage(url: string, token: string): Storage {
  const client = new Client().setEndpoint(`${url}/v1`).setProject('v-labs');
  if (token !== '') client.setJWT(token);
  return new Storage(client);
}

/** A request whose connection breaks when so many bytes of its body are sent. */
export async function sendAndBreakOff(
  url: string,
  { headers, body, after }: { headers: Record<string, string>; body: Buffer; after: number },
): Promise<void> {
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length) },
  });
  sent.on('error', () => undefined);
  await new Promise((resolve) => sent.write(body.subarray(0, after), resolve));
  const closed = new Promise((resolve) => sent.once('close', resolve));
  sent.destroy();
  await closed;
}
