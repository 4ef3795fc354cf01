import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

const password = 'a long enough password';

/** The Workspace as a person meets it. */
export interface WorkspacePage {
  page: Page;
  editor: Locator;
  input: Locator;
  output: Locator;
  status: Locator;
  /** Replaces the whole program. */
  write: (program: string) => Promise<void>;
  choose: (language: 'C' | 'C++' | 'Java' | 'Python') => Promise<void>;
  execute: () => Promise<void>;
}

export function workspaceOf(page: Page): WorkspacePage {
  const editor = page.getByRole('textbox', { name: /program$/ });
  return {
    page,
    editor,
    input: page.getByLabel('User Input'),
    output: page.getByRole('region', { name: 'Program output' }),
    status: page.getByRole('status').filter({ hasText: /./ }).first(),
    write: async (program) => {
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(program);
    },
    choose: async (language) => {
      await page.getByLabel('Language').selectOption({ label: language });
    },
    execute: () => page.getByRole('button', { name: 'Execute' }).click(),
  };
}

let studentCount = 0;

/** A student of their own, so that no test meets what another typed or the limits of its runs. */
export async function registerStudent(request: APIRequestContext): Promise<string> {
  studentCount += 1;
  const id = `w${process.pid}-${Date.now()}-${studentCount}`;
  const answer = await request.post('/api/v1/auth/register', {
    data: { id, name: 'Wanda Writer', email: `${id}@example.edu`, password },
  });
  expect(answer.status()).toBe(201);
  return id;
}

export async function signIn(page: Page, id: string): Promise<void> {
  await page.getByLabel('Roll number').fill(id);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** A new student has signed in and opened the Workspace. */
export async function openWorkspace(page: Page): Promise<WorkspacePage> {
  const id = await registerStudent(page.request);
  await page.goto('/login');
  await signIn(page, id);
  await expect(page).toHaveURL('/');
  await page.goto('/Workspace');
  const workspace = workspaceOf(page);
  await expect(workspace.editor).toBeVisible();
  return workspace;
}
