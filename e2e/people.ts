import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { type Account, findSavedSignIn, type Login } from './signed-in.ts';

export { type Account, demoAdmin, demoStudent } from './signed-in.ts';

export interface NewStudent extends Account {
  name: string;
  email: string;
}

/** A new student that no other test uses. */
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

/** The logins of this process that replaced a saved one. */
const renewed = new Map<Account, Login>();

/**
 * A login as the browser stores it. Journeys with demo accounts share one while it is valid: if an account signs in
 * twenty times a minute, the server ends its least recently used session.
 */
export async function logIn(request: APIRequestContext, account: Account): Promise<Login> {
  const saved = findSavedSignIn(account);
  if (saved === null) return askForLogin(request, account);
  for (const login of [saved.login, renewed.get(account)]) {
    if (login && (await goesOn(request, login))) return login;
  }
  const login = await askForLogin(request, account);
  renewed.set(account, login);
  return login;
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

/** Puts a login into the browser as another tab would, without the form. */
export async function beSignedIn(page: Page, account: Account): Promise<string> {
  const login = await logIn(page.request, account);
  const saved = findSavedSignIn(account);
  // It is untested whether Firefox's driver can put a state into a page.
  const isChromium = page.context().browser()?.browserType().name() === 'chromium';
  if (isChromium && saved?.login.token === login.token) {
    await page.context().setStorageState(saved.path);
    return login.token;
  }
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
