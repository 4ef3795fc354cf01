import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { describe, expect, test } from 'vitest';
import { HOST, type Setting, callAs } from '../testing/acts/acting.ts';
import { scenarios } from '../testing/acts/admin-acts.ts';
import { makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const endpoints = new Map<string, Endpoint>();
const server = setUpServer({
  environment: { VLABS_RUN_DELETE: 'on', VLABS_PUBLIC_URL: `https://${HOST}` },
  onRoute: ({ config, url }) => {
    const { endpoint } = config ?? {};
    if (endpoint) endpoints.set(`${endpoint.method} ${url}`, endpoint);
  },
});
const preparing = beforeTests(() => makeAdmin(server.pool));

const setting = (): Setting => ({ server, preparing });
const call = (method: Endpoint['method'], asked: Parameters<typeof callAs>[2]) =>
  callAs(setting(), method, asked);

test('every call that may change something in an admin’s hands says whether it is kept', () => {
  const open = [...endpoints.values()].filter(
    ({ method, access }) =>
      method !== 'GET' && (access === 'anyone' || access.some((role) => role === 'admin')),
  );
  expect(open.length).toBeGreaterThan(40);
  for (const { method, path, audit } of open) {
    const isSaid = audit === 'kept' || (audit?.notKept.length ?? 0) > 10;
    expect(isSaid, `${method} ${path}`).toBe(true);
  }
});

test('every call that is kept has a scenario here', () => {
  const kept = [...endpoints].flatMap(([name, { audit }]) => (audit === 'kept' ? [name] : []));
  expect(Object.keys(scenarios).toSorted()).toEqual(kept.toSorted());
});

describe.each(Object.entries(scenarios))('%s', (name, { action, prepare }) => {
  test(`keeps one line: ${action}`, async () => {
    const admin = await makeAdmin(server.pool);
    const { params = {}, query = '', payload } = await prepare(setting(), admin);
    const [method = '', path = ''] = name.split(' ');
    const { headers } = admin;
    const reply = await server.app.inject({
      method: endpoints.get(name)?.method ?? 'GET',
      url: path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? '') + query,
      headers: { ...headers, host: HOST },
      ...(method !== 'GET' && { payload: payload ?? {} }),
    });
    expect(reply.statusCode).toBeLessThan(300);
    const log = await server.app.inject({
      url: `/api/v1/audit/lines?person=${admin.id}`,
      headers: preparing.headers,
    });
    const { lines } = log.json().data;
    const byAdmin = lines.filter((line: { by: string }) => line.by === admin.id);
    // Imports are finished by a job, which may already have run.
    const acts = byAdmin.filter((line: { action: string }) => line.action !== 'finish-import');
    expect(acts).toMatchObject([{ action }]);
  });
});

test('a run of somebody else that an admin stops is kept, one of their own is not', async () => {
  const [admin, student] = [await makeAdmin(server.pool), await makeStudent(server.pool)];
  const program = { language_id: 71, source_code: 'print(1)' };
  for (const owner of [admin, student]) {
    const { token } = (
      await call('POST', { url: '/judge0/submissions', payload: program, as: owner })
    ).json();
    await call('POST', { url: `/api/v1/runs/${token}/stop`, payload: {}, as: admin });
  }
  const { data } = (await call('GET', { url: `/api/v1/audit/lines?person=${admin.id}` })).json();
  expect(data.lines).toMatchObject([{ action: 'stop-run', personId: student.id }]);
});

test('downloads of hand-ins by a signed link are recorded with the client’s address', async () => {
  const payload = { assignment: 'Add two numbers.' };
  const made = await call('POST', { url: '/api/v1/auth/create-assignment', payload });
  const { id } = made.json().data;
  const { data } = (await call('GET', { url: `/api/v1/assignments/${id}/hand-ins` })).json();
  const reply = await server.app.inject({ url: data.archivePath, remoteAddress: '192.0.2.50' });
  expect(reply.statusCode).toBe(200);
  const log = (
    await call('GET', {
      url: `/api/v1/audit/lines?person=${preparing.id}&action=download-hand-ins`,
    })
  ).json();
  expect(log.data.lines).toMatchObject([
    { by: preparing.id, action: 'download-hand-ins', subject: { id }, address: '192.0.2.50' },
  ]);
});
