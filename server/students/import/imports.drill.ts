import { TaskProgress } from '@vlabs/contract/http/tasks';
import { expect, test } from 'vitest';
import {
  HEADINGS,
  lineOf,
  listOf,
  previewList,
  storeList,
} from '../../testing/acts/student-lists.ts';
import { readEvents } from '../../testing/acts/read-events.ts';
import { setUpImports } from './imports.setup.ts';

const { server, admin, importOf, getAll, find, upload } = setUpImports();

test('the same list again changes nothing, and a missing row removes nobody', async () => {
  const list = listOf(lineOf('0101'), lineOf('0102'));
  await importOf(list);
  const before = await getAll();
  const again = await importOf(list);
  expect(again.body.data).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  expect(await getAll()).toEqual(before);
  await importOf(listOf(lineOf('0102')));
  expect(await getAll()).toEqual(before);
});

test('what differs is shown before it is written, and then changed', async () => {
  await importOf(listOf(lineOf('0201')));
  const list = listOf(lineOf('0201', 'Usha').replace('2027', '2028'), lineOf('0202'));
  const { body } = await previewList(server.app, list, { admin });
  expect(body.data).toMatchObject({
    added: 1,
    changed: 1,
    lines: [
      {
        line: 2,
        outcome: 'changed',
        before: { 'First Name': 'Asha', 'Year of Graduation': '2027' },
      },
      { line: 3, outcome: 'added', before: {} },
    ],
  });
  expect((await importOf(list)).body.data).toMatchObject({ added: 1, changed: 1 });
  expect(await find('0201')).toMatchObject({ 'First Name': 'Usha', 'Year of Graduation': '2028' });
});

test('a column that the list does not have stays as it is', async () => {
  await importOf(`${HEADINGS.join(',')},Department,Section\n${lineOf('0301')},CSE,A 1\n`);
  await importOf(listOf(lineOf('0301').replace('Dr. Sen', 'Dr. Bose')));
  expect(await find('0301')).toMatchObject({
    'Mentor Name': 'Dr. Bose',
    Department: 'CSE',
    Section: 'A 1',
  });
});

test('two students may exchange their addresses in one list', async () => {
  await importOf(listOf(lineOf('0501'), lineOf('0502')));
  const swapped = listOf(
    lineOf('0501').replace('0501@', '0502@'),
    lineOf('0502').replace('0502@', '0501@'),
  );
  expect((await importOf(swapped)).body.data).toMatchObject({ changed: 2, problems: [] });
  expect(await find('0501')).toMatchObject({ 'Email ID': '0502@x.edu' });
});

test('when one of a chain of addresses is not free, no line of the chain breaks another', async () => {
  await importOf(listOf(lineOf('0601'), lineOf('0602'), lineOf('0603')));
  const chain = listOf(
    lineOf('0601').replace('0601@', '0602@'),
    lineOf('0602').replace('0602@', '0603@'),
  );
  const { body } = await importOf(chain);
  expect(body.data.problems.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
  expect(body.data).toMatchObject({ state: 'done', changed: 0 });
});

test('who is on the list may register, and takes the row that waits for them', async () => {
  await importOf(listOf(lineOf('0801')));
  const registration = {
    id: '0801',
    name: 'Asha Rao',
    email: '0801@X.edu',
    password: 'a long one',
  };
  const url = '/api/v1/auth/register';
  const reply = await server.app.inject({ method: 'POST', url, payload: registration });
  expect(reply.statusCode).toBe(201);
  expect(await find('0801')).toMatchObject({
    'Email ID': '0801@X.edu',
    'Course opted': 'B.Tech CSE',
  });
});

test('a file that is no list fails with what to do, and changes nothing', async () => {
  const before = await getAll();
  const { status, body } = await importOf(Buffer.from('504b030414000600', 'hex'));
  expect([status, body.code]).toEqual([400, 'spreadsheet_file']);
  expect(await getAll()).toEqual(before);
});

/** Returns all progress events of an import. */
async function follow(importId: string, { headers } = admin): Promise<TaskProgress[]> {
  const url = `/api/v1/tasks/student-import/${importId}/events`;
  const { body } = await server.app.inject({ url, headers });
  return readEvents(body).map(({ data }) => TaskProgress.parse(JSON.parse(data)));
}

test('an import can be followed from its beginning to its end', async () => {
  const lines = Array.from({ length: 2500 }, (_, index) => lineOf(`w${index}`));
  const link = await storeList(server.app, listOf(...lines), { admin });
  const { importId } = (await upload(link, { wait: false })).json().data;
  const reported = await follow(importId);
  expect(reported.at(-1)).toEqual({ state: 'done', done: 2500, total: 2500 });
  expect(reported).toContainEqual({ state: 'running', done: 1000, total: 2500 });
  const counts = reported.map(({ done }) => done);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  const url = `/api/v1/student-imports/${importId}`;
  const reply = await server.app.inject({ url, headers: admin.headers });
  expect(reply.json().data).toMatchObject({ rowsTotal: 2500, rowsDone: 2500, added: 2500 });
});

test('an import that is stopped leaves nothing behind', async () => {
  const client = await server.pool.connect();
  // Holds the lock of an import, so that this one waits.
  await client.query(`begin; select pg_advisory_xact_lock(hashtextextended('student list', 0))`);
  const link = await storeList(server.app, listOf(lineOf('c1'), lineOf('c2')), { admin });
  const { importId } = (await upload(link, { wait: false })).json().data;
  const url = `/api/v1/student-imports/${importId}`;
  const { headers } = admin;
  expect(
    (await server.app.inject({ method: 'POST', url: `${url}/cancel`, headers })).statusCode,
  ).toBe(200);
  await client.query('rollback');
  client.release();

  expect((await follow(importId)).at(-1)?.state).toBe('stopped');
  expect((await server.app.inject({ url, headers })).json().data.state).toBe('cancelled');
  expect(await find('c1')).toBeUndefined();
  expect(
    (await server.app.inject({ method: 'POST', url: `${url}/cancel`, headers })).statusCode,
  ).toBe(409);
});
