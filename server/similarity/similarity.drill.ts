import type { Similarity } from '@vlabs/contract/similarity/similarity';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/postgres/database.ts';
import { lockHandIns } from '../testing/database/blocked.queries.ts';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

let server: TestApp;
let admin: MadePerson;
let students: MadePerson[];
beforeAll(async () => {
  server = await makeTestApp();
  admin = await makeAdmin(server.pool);
  students = [];
  for (let count = 0; count < 5; count += 1) students.push(await makeListedStudent(server.pool));
});
afterAll(() => server.close());

const C = 50;

async function call(
  { headers }: MadePerson,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  { url, payload }: { url: string; payload?: object },
) {
  const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
}

async function assign(payload: object = {}): Promise<string> {
  const url = '/api/v1/auth/create-assignment';
  const made = await call(admin, 'POST', { url, payload: { assignment: 'Add.', ...payload } });
  expect(made.status).toBe(201);
  return made.body.data.id;
}

const student = (place: number): MadePerson => {
  const found = students[place];
  if (!found) throw new Error(`There is no student ${place}.`);
  return found;
};

async function handIn(place: number, assignment: string, payload: object): Promise<string> {
  const url = `/api/v1/assignments/${assignment}/hand-ins`;
  const made = await call(student(place), 'POST', { url, payload });
  expect(made.status).toBe(201);
  return made.body.data.handInId;
}

const program = (source: string, language = C) => ({ kind: 'program', language, source });

async function look(assignment: string): Promise<Similarity> {
  const url = `/api/v1/assignments/${assignment}/similarity`;
  return (await call(admin, 'GET', { url })).body.data;
}

/** Starts a comparison and polls until it has finished, as the page does. */
async function compare(assignment: string): Promise<Similarity> {
  const url = `/api/v1/assignments/${assignment}/similarity`;
  expect((await call(admin, 'POST', { url })).status).toBe(200);
  const stateOf = async () => (await look(assignment)).comparison?.state;
  await expect.poll(stateOf, { interval: 50 }).toBe('done');
  return look(assignment);
}

const largest = `#include <stdio.h>
int largest(int *values, int count) {
  int best = values[0];
  for (int i = 1; i < count; i++) {
    if (values[i] > best) best = values[i];
  }
  return best;
}
`;
const renamed = largest
  .replaceAll('best', 'top')
  .replaceAll('values', 'v')
  .replace('int i', 'int  k');
const another = `#include <stdio.h>
void reverse(char *text) {
  char *last = text + strlen(text) - 1;
  do {
    char kept = *text;
    *text++ = *last;
    *last-- = kept;
  } while (text < last);
}
`;

test('what was found stays when somebody hands in again, and says that it is older', async () => {
  const id = await assign();
  await handIn(0, id, program(largest));
  await handIn(1, id, program(renamed));
  await compare(id);
  await handIn(1, id, program(another));
  const older = await look(id);
  expect(older.pairs).toHaveLength(1);
  expect(older.comparison).toMatchObject({ state: 'done', newer: 1 });
  const again = await compare(id);
  expect(again.pairs).toEqual([]);
  expect(again.comparison).toMatchObject({ newer: 0 });
});

test('a comparison that is stopped keeps what was found before', async () => {
  const id = await assign();
  const url = `/api/v1/assignments/${id}/similarity`;
  expect((await call(admin, 'DELETE', { url })).body).toMatchObject({
    message: 'No comparison is in progress. It may have finished; reload the page.',
  });
  await handIn(0, id, program(largest));
  await handIn(1, id, program(renamed));
  const { pairs } = await compare(id);
  expect(pairs).toHaveLength(1);
  // The job cannot read the hand-ins, so it is still running when it is stopped.
  await inTransaction(server.pool, async (db) => {
    await lockHandIns(db);
    await call(admin, 'POST', { url });
    const again = await call(admin, 'POST', { url });
    expect(again.body.message).toBe('A comparison is already in progress.');
    expect((await call(admin, 'DELETE', { url })).status).toBe(200);
  });
  const stopped = await look(id);
  expect(stopped.comparison).toMatchObject({ state: 'stopped' });
  expect(stopped.pairs).toEqual(pairs);
  expect((await compare(id)).comparison).toMatchObject({ state: 'done' });
});
