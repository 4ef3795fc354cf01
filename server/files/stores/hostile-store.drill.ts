import { CHUNK_BYTES } from '@vlabs/contract/files/files';
import { ID, type Storage } from 'appwrite';
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type HostileStore, startHostileStore } from '../../testing/peers/hostile-store.ts';
import { type MadePerson, makeAdmin } from '../../testing/acts/make.ts';
import { listen, makeStorage } from '../../testing/peers/storage-client.ts';
import { type TestApp, makeTestApp } from '../../testing/test-app.ts';
import { ageStore } from '../../testing/database/time-travel.queries.ts';

// The timeouts of the store are seconds of real time, even on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** The maximum number of bytes in the socket buffers of one call. */
const MAX_HELD_BYTES = 16 * 1_048_576;
let objects: HostileStore;
let server: TestApp;
let url: string;
let admin: MadePerson;
let storage: Storage;

beforeAll(async () => {
  objects = await startHostileStore();
});
afterAll(async () => {
  vi.resetConfig();
  await objects.close();
});

// Each test needs a closed breaker.
beforeEach(async () => {
  server = await makeTestApp({ environment: { ...objects.environment, VLABS_S3_SECONDS: '2' } });
  url = await listen(server);
  admin = await makeAdmin(server.pool);
  // The calls of the first sweep must not be counted in a test.
  await waitForSweep(server);
  storage = makeStorage(url, admin.token);
});
afterEach(async () => {
  objects.behave(null);
  await server.close();
});

/** Repeats the sweep if the store was too slow, as on a busy machine. */
async function waitForSweep({ files, pool }: TestApp): Promise<void> {
  const isSwept = async () => {
    await files.sweep().catch(() => null);
    return ageStore(pool, 0);
  };
  await expect.poll(isSwept, { interval: 500 }).toBe(true);
}

const send = (sizeBytes = 1000) =>
  storage.createFile({
    bucketId: 'assignments',
    fileId: ID.unique(),
    file: new File([new Uint8Array(sizeBytes)], 'a.bin'),
  });

const away = { code: 503, type: 'storage_away' };
const noReply = () => undefined;

describe('a store that accepts and is silent', () => {
  test('refuses every upload in time, then at once and without being asked, and is used when it is back', async () => {
    objects.behave(noReply);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => send()));
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: away });
    }
    const asked = objects.countCalls();
    expect(asked).toBeLessThanOrEqual(8);
    await expect(send()).rejects.toMatchObject({
      ...away,
      message:
        'File storage isn’t available right now. Try again in a minute; stored files are safe.',
    });
    expect(objects.countCalls()).toBe(asked);
    objects.behave(null);
    await expect.poll(() => send().then(() => true, String)).toBe(true);
  });

  test('holds up nothing else: the other calls and the database are free', async () => {
    objects.behave(noReply);
    const uploads = Array.from({ length: 20 }, () => send().catch(() => null));
    await expect.poll(() => objects.countCalls()).toBeGreaterThan(0);
    expect((await storage.listFiles({ bucketId: 'assignments' })).total).toBe(0);
    expect(server.pool.waitingCount).toBe(0);
    await Promise.all(uploads);
  });

  test('tells when to try again', async () => {
    objects.behave(noReply);
    const form = new FormData();
    form.append('fileId', 'unique()');
    form.append('file', new File(['x'], 'a.txt'));
    const reply = await fetch(`${url}/v1/storage/buckets/assignments/files`, {
      method: 'POST',
      headers: admin.headers,
      body: form,
    });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '10']);
  });

  test('for one key alone keeps the uploads of other keys going', async () => {
    let isFirst = true;
    const other = await startHostileStore();
    const app = await makeTestApp({
      environment: { ...other.environment, VLABS_S3_SECONDS: '3' },
    });
    const person = makeStorage(await listen(app), (await makeAdmin(app.pool)).token);
    const file = new File(['x'], 'a.txt');
    const put = () => person.createFile({ bucketId: 'assignments', fileId: ID.unique(), file });
    await waitForSweep(app);
    await put();
    other.behave((call, reply) => {
      if (isFirst && call.method === 'PUT') {
        isFirst = false;
        return;
      }
      // Reads the body, so that the store can acknowledge it.
      call.resume().once('end', () => reply.writeHead(200, { etag: '"1"' }).end());
    });
    const stuck = put().then(
      () => 'stored',
      () => 'refused',
    );
    await expect.poll(() => isFirst).toBe(false);
    const others = await Promise.all(Array.from({ length: 9 }, put));
    expect(others).toHaveLength(9);
    await stuck;
    await expect(put()).resolves.toBeTruthy();
    await app.close();
    await other.close();
  });
});

/** Sends bytes until the reader disconnects. */
function flood(reply: ServerResponse, piece: string | Buffer): void {
  const pour = () => {
    while (!reply.destroyed && reply.write(piece));
  };
  reply.on('drain', pour);
  pour();
}

const drip = (reply: ServerResponse, piece: string) => {
  const timer = setInterval(() => reply.write(piece), 200);
  reply.once('close', () => clearInterval(timer));
};

const xml = { 'content-type': 'application/xml' };
const nested = `<a>`.repeat(15_000);

describe('an upload in parts to a store that answers', () => {
  test.each<[string, (reply: ServerResponse) => void]>([
    ['one byte after the other', (reply) => drip(reply.writeHead(200, xml), ' ')],
    ['without end', (reply) => flood(reply.writeHead(200, xml), '<a>'.repeat(10_000))],
    ['an error without end', (reply) => flood(reply.writeHead(500, xml), 'x'.repeat(30_000))],
    ['no XML', (reply) => reply.writeHead(200, xml).end('{"not": "xml"}')],
    ['XML that is nested without sense', (reply) => reply.writeHead(200, xml).end(nested)],
    ['another XML', (reply) => reply.writeHead(200, xml).end('<Other><UploadId/></Other>')],
    ['nothing', (reply) => reply.writeHead(200, xml).end()],
    ['500 each time', (reply) => reply.writeHead(500).end()],
    ['headers without end', (reply) => reply.writeHead(200, { x: 'y'.repeat(1_000_000) }).end()],
    ['what is no HTTP', (reply) => reply.socket?.end('SMTP 1.0 hello\r\n\r\n')],
    ['and breaks off', (reply) => reply.writeHead(200, { 'content-length': 500 }).write('<')],
  ])('%s is refused in time, with a sentence, from a bounded reply', async (_how, answer) => {
    objects.behave((call, reply) => {
      call.resume();
      answer(reply);
    });
    await expect(send(CHUNK_BYTES + 1)).rejects.toMatchObject({
      code: expect.toBeOneOf([500, 503]),
      message: expect.stringMatching(/Try again/),
    });
    // Replies are cut at 64 kB, but the store has also sent what the sockets of both sides buffer.
    expect(objects.countSentBytes()).toBeLessThan(objects.countCalls() * MAX_HELD_BYTES);
    expect(objects.countCalls()).toBeLessThanOrEqual(3);
    objects.behave(null);
    await expect.poll(() => send().then(() => true, String)).toBe(true);
  });
});

test.each([301, 302, 307, 308])(
  'a redirect by %i to another host is not followed',
  async (status) => {
    let reached = 0;
    const elsewhere = createServer((_call, reply) => {
      reached += 1;
      reply.writeHead(200, { etag: '"1"' }).end();
    });
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const address = elsewhere.address();
    const port = typeof address === 'object' ? address?.port : 0;
    objects.behave((call, reply) => {
      call.resume();
      const location = `http://localhost:${port}${call.url}`;
      const region = { 'x-amz-bucket-region': 'elsewhere-1' };
      reply.writeHead(status, { location, ...region }).end();
    });
    await expect(send()).rejects.toMatchObject({ code: expect.toBeOneOf([500, 503]) });
    await expect(send(CHUNK_BYTES + 1)).rejects.toMatchObject({
      code: expect.toBeOneOf([500, 503]),
    });
    expect(reached).toBe(0);
    elsewhere.close();
  },
);

describe('a download from a store that sends', () => {
  const CONTENT = 'The whole text of the file.';
  const headers = { 'content-type': 'text/plain', etag: '"nonsense' };
  const whole = (reply: ServerResponse) => reply.writeHead(200, headers);

  test.each<[string, (reply: ServerResponse) => void]>([
    ['fewer bytes', (reply) => whole(reply).end(CONTENT.slice(0, 9))],
    ['more bytes', (reply) => whole(reply).end(`${CONTENT}${CONTENT}`)],
    ['bytes without end', (reply) => flood(whole(reply), 'x'.repeat(100_000))],
    ['a byte from time to time', (reply) => drip(whole(reply), 'x')],
    ['half of them and then nothing', (reply) => whole(reply).write(CONTENT.slice(0, 9))],
    ['the whole where a part was asked for', (reply) => whole(reply).end(CONTENT)],
  ])('%s never passes for the file', async (how, answer) => {
    const { $id } = await storage.createFile({
      bucketId: 'assignments',
      fileId: ID.unique(),
      file: new File([CONTENT], 'text.txt'),
    });
    objects.behave((_call, reply) => answer(reply));
    const link = storage.getFileDownload({ bucketId: 'assignments', fileId: $id });
    const range = how.startsWith('the whole') ? { range: 'bytes=4-8' } : {};
    const reply = await fetch(link, { headers: { ...admin.headers, ...range } });
    const text = await reply.text().catch(() => 'broken off');
    expect(text === 'broken off' || reply.status >= 500).toBe(true);
    expect(objects.countSentBytes()).toBeLessThan(objects.countCalls() * MAX_HELD_BYTES);
  });
});
