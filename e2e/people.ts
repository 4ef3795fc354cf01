import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';

export interface Account {
  id: string;
  password: string;
}

/** The accounts of the demonstration. */
export const demoStudent: Account = { id: '2105001', password: 'vlabs-student' };
export const demoAdmin: Account = { id: 'admin', password: 'vlabs-admin' };

export interface NewStudent extends Account {
  name: string;
  email: string;
}

/** A student whom nobody else in the tests is. */
export function inventStudent(): NewStudent {
  const id = `E${randomUUID().slice(0, 8)}`;
  return { id, name: `Student ${id}`, email: `${id}@example.edu`, password: `password of ${id}` };
}

export async function registerStudent(request: APIRequestContext): Promise<NewStudent> {
  const student = inventStudent();
  const response = await request.post('/api/v1/auth/register', { data: student });
  expect(response.status()).toBe(201);
  return student;
}

interface Login {
  user: unknown;
  token: string;
}

let loginOfAdmin: Login | null = null;

/**
 * A login as the browser keeps it. Journeys of the demo's admin share one while it goes on: of an account that
 * signs in twenty times a minute the server ends the session that was used longest ago.
 */
export async function logIn(request: APIRequestContext, account: Account): Promise<Login> {
  if (account !== demoAdmin) return askForLogin(request, account);
  if (!loginOfAdmin || !(await goesOn(request, loginOfAdmin))) {
    loginOfAdmin = await askForLogin(request, account);
  }
  return loginOfAdmin;
}

async function goesOn(request: APIRequestContext, { token }: Login): Promise<boolean> {
  const reply = await request.get('/api/v1/auth/account', { headers: { authorization: token } });
  return reply.ok();
}

async function askForLogin(request: APIRequestContext, { id, password }: Account): Promise<Login> {
  const response = await request.post('/api/v1/auth/login', { data: { id, password } });
  const { user, token } = await response.json();
  expect(token, 'the demo accounts must be there').toEqual(expect.any(String));
  return { user, token };
}

/** Puts a login into the browser as another tab would have done, without going through the form. */
export async function beSignedIn(page: Page, account: Account): Promise<string> {
  const login = await logIn(page.request, account);
  await page.goto('/favicon.svg');
  await page.evaluate(`localStorage.setItem('auth', ${JSON.stringify(JSON.stringify(login))})`);
  return login.token;
}

export async function fillLogin(page: Page, { id, password }: Account): Promise<void> {
  await page.getByLabel('Roll number').fill(id);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

export async function submitLogin(page: Page, account: Account): Promise<void> {
  await fillLogin(page, account);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}
