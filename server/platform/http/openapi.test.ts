import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { expect, test } from 'vitest';
import { setUpServer } from '../../testing/server.setup.ts';

const served: Endpoint[] = [];
const server = setUpServer({
  onRoute: ({ method, config }) => {
    if (config?.endpoint && method !== 'HEAD') served.push(config.endpoint);
  },
});

test('the document is OpenAPI 3.1 and holds every endpoint that is served, and no other', async () => {
  const document = (await server.app.inject({ url: '/docs/json' })).json();
  expect(document.openapi).toMatch(/^3\.1\./);
  const documented = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = served.map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  );
  expect(documented.toSorted()).toEqual(expected.toSorted());
});

test('an endpoint is documented with its input, its reply and its callers', async () => {
  const { paths } = (await server.app.inject({ url: '/docs/json' })).json();
  const login = paths['/api/v1/auth/login'].post;
  expect(login.summary).toBe('Sign in with roll number and password');
  expect(login.security).toBeUndefined();
  const input = login.requestBody.content['application/json'].schema;
  expect(input.required).toEqual(['id', 'password']);
  const reply = login.responses['200'].content['application/json'].schema;
  expect(Object.keys(reply.properties)).toEqual(['success', 'message', 'user', 'token']);

  expect(Object.keys(login.responses).toSorted()).toEqual(['200', '4XX']);

  const end = paths['/api/v1/auth/sessions/{sessionId}'].delete;
  expect(end.security).toEqual([{ session: [] }]);
  expect(end.parameters).toMatchObject([{ in: 'path', name: 'sessionId', required: true }]);
});

test('the reader is a page of our own that asks no other host', async () => {
  const page = await server.app.inject({ url: '/docs/', headers: { accept: 'text/html' } });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).not.toMatch(/(src|href)="https?:/);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe|https:|upgrade-insecure/);
  const scripts = [...page.body.matchAll(/<script[^>]*src="([^"]+)"/g)].map((match) => match[1]);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    const url = new URL(script ?? '', 'http://localhost/docs/').pathname;
    expect((await server.app.inject({ url })).statusCode).toBe(200);
  }
});

test('the reader opens without a slash at the end too', async () => {
  const reply = await server.app.inject({ url: '/docs', headers: { accept: 'text/html' } });
  expect([200, 302]).toContain(reply.statusCode);
});

test('a file of the storage is documented with its id', async () => {
  const { paths } = (await server.app.inject({ url: '/docs/json' })).json();
  const file = paths['/v1/storage/buckets/{bucketId}/files/{fileId}'].get.responses['200'];
  const { schema } = file.content['application/json'];
  expect(schema.required).toContain('$id');
});
