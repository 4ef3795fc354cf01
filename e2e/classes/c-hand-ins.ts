import { type APIRequestContext, expect } from '@playwright/test';
import { demoAdmin, logIn, type NewStudent } from '../people.ts';

/** A program that a student can hand in. */
export const largest = `int largest(int *values, int count) {
  int best = values[0];
  for (int i = 1; i < count; i++) {
    if (values[i] > best) best = values[i];
  }
  return best;
}
`;

/** Makes an assignment in C for these students only; returns its id. */
export async function assign(
  request: APIRequestContext,
  students: NewStudent[],
  settings: object = {},
): Promise<string> {
  const headers = { authorization: (await logIn(request, demoAdmin)).token };
  const audience = { everyone: false, rollNumbers: students.map(({ id }) => id) };
  const data = { title: 'Largest of all', assignment: 'Find it.', language: 50, audience };
  const url = '/api/v1/auth/create-assignment';
  const made = await request.post(url, { headers, data: { ...data, ...settings } });
  expect(made.status()).toBe(201);
  return String((await made.json()).data.id);
}

export async function handIn(
  request: APIRequestContext,
  student: NewStudent,
  { id, source }: { id: string; source: string },
): Promise<void> {
  const headers = { authorization: (await logIn(request, student)).token };
  const data = { kind: 'program', language: 50, source };
  const made = await request.post(`/api/v1/assignments/${id}/hand-ins`, { headers, data });
  expect(made.status()).toBe(201);
}
