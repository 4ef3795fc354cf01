import { request } from 'node:http';
import { Client, Storage } from 'appwrite';
import type { TestServer } from '../test-app.ts';

/** Makes a test server listen, because the official client only speaks HTTP; returns the URL. */
export async function listen({ app }: TestServer): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** The official client, signed in by its own token header. */
export function makeStorage(url: string, token: string): Storage {
  const client = new Client().setEndpoint(`${url}/v1`).setProject('v-labs');
  if (token !== '') client.setJWT(token);
  return new Storage(client);
}

/** Sends a request and closes the connection after this many bytes of its body. */
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
