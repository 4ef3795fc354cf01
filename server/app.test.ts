import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStudent } from './testing/acts/make.ts';
import { type TestApp, makeTestApp } from './testing/test-app.ts';

const PAGE = '<!doctype html><title>V-labs</title>';
const SCRIPT = 'console.log("the program")';

let server: TestApp;
let webFolder: string;
let listening: URL;
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'vlabs-web-'));
  await mkdir(join(webFolder, 'assets'));
  await writeFile(join(webFolder, 'index.html'), PAGE);
  await writeFile(join(webFolder, 'favicon.svg'), '<svg/>');
  await writeFile(join(webFolder, 'assets/main-1a2b3c.js'), SCRIPT);
  await writeFile(join(webFolder, 'assets/main-1a2b3c.js.br'), brotliCompressSync(SCRIPT));
  server = await makeTestApp({
    webFolder,
    environment: { VLABS_ORIGINS: 'https://other.example.edu' },
  });
  listening = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(async () => {
  await server.close();
  await rm(webFolder, { recursive: true });
});

const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers });

function post(payload: string, contentType = 'application/json') {
  const url = '/api/v1/auth/login';
  const headers = { 'content-type': contentType };
  return server.app.inject({ method: 'POST', url, headers, payload });
}

test.each(['/', '/login', '/Workspace', '/tests/quiz/1?startTime=2', '/no/such/page', '/apiary'])(
  'the page answers at %s and is asked for again each time',
  async (url) => {
    const reply = await get(url, asPage);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.body).toBe(PAGE);
  },
);

test.each(['/api/v1/nothing', '/api', '/v1/storage/buckets', '/metrics/none', '/docs/x'])(
  'an unknown call to %s is a 404 in JSON, also for a browser',
  async (url) => {
    const reply = await get(url, asPage);
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toContain('application/json');
  },
);

test('an unknown call to /judge0 is a 404 without a body, as Judge0 has it, never the page', async () => {
  const reply = await get('/judge0/nothing', asPage);
  expect({ status: reply.statusCode, body: reply.body }).toEqual({ status: 404, body: '' });
});

test('an unknown method of a known address is a 404 in JSON', async () => {
  const reply = await server.app.inject({ method: 'PATCH', url: '/api/v1/auth/login' });
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toEqual({
    success: false,
    message: 'This address was not found.',
    code: 'not_found',
  });
});

test('a file with a hash in its name is kept for a year', async () => {
  const reply = await get('/assets/main-1a2b3c.js');
  expect(reply.body).toBe(SCRIPT);
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(reply.headers['content-type']).toContain('javascript; charset=utf-8');
});

test('a file that was compressed at the build is sent as it is', async () => {
  const reply = await get('/assets/main-1a2b3c.js', { 'accept-encoding': 'gzip, br' });
  expect(reply.headers['content-encoding']).toBe('br');
  expect(reply.headers['cache-control']).toContain('immutable');
  expect(reply.headers['content-type']).toContain('javascript; charset=utf-8');
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(SCRIPT);
});

test('a file without a hash is asked for again each time', async () => {
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
});

test('a script that is gone is a 404, never the page', async () => {
  const reply = await get('/assets/main-gone.js', { accept: '*/*' });
  expect(reply.statusCode).toBe(404);
  expect(reply.headers['cache-control'] ?? '').not.toContain('immutable');
});

test.each([
  '/..%2f..%2fpackage.json',
  '/assets/..%2f..%2f..%2fetc/passwd',
  '/.env',
  '/%00',
  '/assets',
  '/assets/',
])('no file outside the built program is served at %s', async (url) => {
  const reply = await get(url, { accept: 'application/octet-stream' });
  expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode).toBeLessThan(500);
});

test('before the pages are built, the server says so', async () => {
  const bare = await makeTestApp({ webFolder: join(webFolder, 'nothing') });
  const reply = await bare.app.inject({ url: '/', headers: asPage });
  expect(reply.statusCode).toBe(503);
  expect(reply.headers['content-type']).toContain('text/plain');
  expect(reply.body).toContain('npm start');
  await bare.close();
});

test('a page may load nothing from elsewhere, run no inline script and stand in no frame', async () => {
  const reply = await get('/', asPage);
  const policy = String(reply.headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:|\*/);
  expect(reply.headers['x-content-type-options']).toBe('nosniff');
});

test('every reply has its own request id, whatever the client sends', async () => {
  const ids = await Promise.all(
    ['/', '/api/v1/installation', '/api/none'].map(async (url) => {
      const reply = await get(url, { 'x-request-id': 'chosen by the client' });
      return String(reply.headers['x-request-id']);
    }),
  );
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
});

test('replies of calls are kept in no cache', async () => {
  const { headers } = await makeStudent(server.pool);
  const reply = await get('/api/v1/auth/sessions', headers);
  expect(reply.headers['cache-control']).toBe('no-store');
});

test('addresses work with and without a slash at the end, and with one too many', async () => {
  for (const url of ['/api/v1/installation', '/api/v1/installation/', '//api/v1/installation']) {
    expect((await get(url)).statusCode).toBe(200);
  }
});

const form = 'application/x-www-form-urlencoded';
const deep = '['.repeat(2000) + ']'.repeat(2000);
test.each([
  { what: 'not JSON', payload: '{"id":"a","password":"s3cret', status: 400, code: 'invalid_json' },
  { what: 'a form', payload: 'id=a', type: form, status: 415, code: 'unsupported_media_type' },
  { what: 'too large', payload: `"${'x'.repeat(5_000_000)}"`, status: 413, code: 'too_large' },
  { what: 'nothing', payload: '', status: 400, code: 'invalid' },
  { what: 'a list', payload: '[]', status: 400, code: 'invalid' },
  { what: 'null', payload: 'null', status: 400, code: 'invalid' },
  { what: 'a prototype', payload: '{"__proto__":{"role":1}}', status: 400, code: 'invalid_json' },
  { what: 'deeply nested', payload: deep, status: 400, code: 'too_deep' },
])('a body that is $what is refused in plain words', async ({ payload, type, status, code }) => {
  const reply = await post(payload, type);
  expect(reply.statusCode).toBe(status);
  expect(reply.json()).toMatchObject({ success: false, code, message: expect.any(String) });
  expect(reply.body).not.toContain('s3cret');
});

test('an address that cannot be read is refused in plain words', async () => {
  const reply = await get('/api/v1/%zz');
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ success: false, code: 'invalid_address' });
});

test.each([
  { what: 'no HTTP', bytes: 'GARBAGE\r\n\r\n', status: 400 },
  { what: 'all header', bytes: `GET / HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, status: 431 },
])('a request that is $what is refused in plain words', async ({ bytes, status }) => {
  const socket = connect(Number(listening.port), '127.0.0.1');
  socket.end(bytes);
  const [head, body] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body ?? '')).toMatchObject({ success: false, message: expect.any(String) });
});

test('a fault of ours is a plain 500 with the number to tell', async () => {
  const broken = await makeTestApp();
  await broken.pool.query('drop table people cascade');
  const reply = await broken.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { id: 'a', password: 'b' },
  });
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toEqual({
    success: false,
    code: 'internal',
    message:
      'Something went wrong on the server. Try again. If it happens again, give your teacher this number: ' +
      String(reply.headers['x-request-id']),
  });
  await broken.close();
});

test('only the origins of the settings may call with credentials', async () => {
  const known = await get('/api/v1/installation', { origin: 'https://other.example.edu' });
  expect(known.headers['access-control-allow-origin']).toBe('https://other.example.edu');
  expect(known.headers['access-control-allow-credentials']).toBe('true');
  const unknown = await get('/api/v1/installation', { origin: 'https://evil.example' });
  expect(unknown.headers['access-control-allow-origin']).toBeUndefined();
});

test('a page of another origin may ask before it puts or deletes', async () => {
  const reply = await server.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/auth/password',
    headers: {
      origin: 'https://other.example.edu',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect(reply.statusCode).toBe(204);
  expect(reply.headers['access-control-allow-methods']).toContain('PUT');
  expect(reply.headers['access-control-allow-headers']).toContain('authorization');
});

test('a large reply is compressed for clients that accept it', async () => {
  const url = '/docs/json';
  expect((await get(url, { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
  expect((await get(url, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  expect((await get(url)).headers['content-encoding']).toBeUndefined();
});

test('eight hundred calls from one address at once are all answered', async () => {
  const replies = await Promise.all(Array.from({ length: 800 }, () => get('/api/v1/installation')));
  expect(replies.every((reply) => reply.statusCode === 200)).toBe(true);
});
