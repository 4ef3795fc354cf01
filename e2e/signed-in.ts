import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Account {
  id: string;
  password: string;
}

/** What a browser stores about the user. */
export interface Login {
  user: unknown;
  token: string;
}

/** The accounts of the demo. */
export const demoStudent: Account = { id: '2105001', password: 'vlabs-student' };
export const demoAdmin: Account = { id: 'admin', password: 'vlabs-admin' };

const FOLDER = 'VLABS_TEST_SIGNED_IN';

/** Signs in the demo accounts once, for all journeys. */
export async function saveSignIns(origin: string, folder: string): Promise<void> {
  process.env[FOLDER] = folder;
  for (const account of [demoStudent, demoAdmin]) {
    const reply = await fetch(`${origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    const { user, token } = JSON.parse(await reply.text());
    const localStorage = [{ name: 'auth', value: JSON.stringify({ user, token }) }];
    const state = { cookies: [], origins: [{ origin, localStorage }] };
    await writeFile(join(folder, fileOf(account)), JSON.stringify(state));
  }
}

interface SavedSignIn {
  login: Login;
  /** The state of a browser's storage, in Playwright's format. */
  path: string;
}

/** The saved login of an account; null for accounts that sign in themselves. */
export function findSavedSignIn(account: Account): SavedSignIn | null {
  const folder = process.env[FOLDER];
  if (folder === undefined || (account !== demoStudent && account !== demoAdmin)) return null;
  const path = join(folder, fileOf(account));
  const state: { origins: { localStorage: { value: string }[] }[] } = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  const value = state.origins[0]?.localStorage[0]?.value;
  return value === undefined ? null : { login: JSON.parse(value), path };
}

const fileOf = ({ id }: Account) => `signed-in-${id}.json`;
