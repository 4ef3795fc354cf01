import { expect, type Page } from '@playwright/test';
import { type Account, demoAdmin, logIn } from '../people.ts';

/** A term that has begun and does not end soon. */
const DAYS = { startsOn: '2026-07-01', endsOn: '2096-12-20' };

interface OwnClass {
  classId: string;
  /** Makes a call as the demo's admin, and returns what it replies. */
  post: (path: string, data: object) => Promise<Record<string, string>>;
  add: (personIds: string[], role: string) => Promise<unknown>;
}

/** A class in a term of its own, called "Term of" and its name. */
export async function makeClass(
  page: Page,
  settings: { name: string; subject: string; code?: string },
): Promise<OwnClass> {
  const { token } = await logIn(page.request, demoAdmin);
  const post = async (path: string, data: object) => {
    const headers = { authorization: token };
    const reply = await page.request.post(`/api/v1${path}`, { headers, data });
    expect(reply.status()).toBeLessThan(300);
    return (await reply.json()).data;
  };
  const { termId } = await post('/terms', { name: `Term of ${settings.name}`, ...DAYS });
  const { classId } = await post('/classes', { ...settings, termId });
  const add = (personIds: string[], role: string) =>
    post(`/classes/${classId}/members`, { personIds, role });
  return { classId, post, add };
}

/** A teacher of one class, with the roll number `id`. */
export async function makeTeacher(
  { post, add }: OwnClass,
  id: string,
  role: 'teacher' | 'owner' = 'teacher',
): Promise<Account> {
  const named = { id, name: 'Meera Rao', email: `${id}@example.edu` };
  const { password = '' } = await post('/staff', named);
  await add([id], role);
  return { id, password };
}
