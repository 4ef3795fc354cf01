import type { Similarity } from '@vlabs/contract/similarity/similarity';
import { beforeAll, expect } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

export const C = 50;

export const program = (source: string, language = C) => ({ kind: 'program', language, source });

export const largest = `#include <stdio.h>
int largest(int *values, int count) {
  int best = values[0];
  for (int i = 1; i < count; i++) {
    if (values[i] > best) best = values[i];
  }
  return best;
}
`;
export const renamed = largest
  .replaceAll('best', 'top')
  .replaceAll('values', 'v')
  .replace('int i', 'int  k');
export const another = `#include <stdio.h>
void reverse(char *text) {
  char *last = text + strlen(text) - 1;
  do {
    char kept = *text;
    *text++ = *last;
    *last-- = kept;
  } while (text < last);
}
`;

/** A server with an admin and five students. */
export function setUpSimilarity() {
  const server = setUpServer();
  const admin = beforeTests(() => makeAdmin(server.pool));
  const students: MadePerson[] = [];
  beforeAll(async () => {
    while (students.length < 5) students.push(await makeListedStudent(server.pool));
  });

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

  return { server, admin, call, assign, student, handIn, look, compare };
}
