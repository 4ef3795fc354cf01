import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../people.ts';

/** The Workspace as a person sees it. */
export interface WorkspacePage {
  page: Page;
  editor: Locator;
  input: Locator;
  output: Locator;
  status: Locator;
  /** Replaces the whole program. */
  write: (program: string) => Promise<void>;
  choose: (language: string) => Promise<void>;
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

/** A new student has signed in and opened the Workspace, so that tests share neither programs nor limits. */
export async function openWorkspace(page: Page): Promise<WorkspacePage> {
  await beSignedIn(page, await registerStudent(page.request));
  await page.goto('/Workspace');
  const workspace = workspaceOf(page);
  await expect(workspace.editor).toBeVisible();
  return workspace;
}

/** An admin gives this student an assignment; returns its id. */
export async function giveAssignment(
  request: APIRequestContext,
  rollNumber: string,
  assignment: { title: string; text: string; language?: number; dueAt?: string },
): Promise<string> {
  const { token } = await logIn(request, demoAdmin);
  const { text, ...rest } = assignment;
  const audience = { everyone: false, courses: [], years: [], rollNumbers: [rollNumber] };
  const response = await request.post('/api/v1/auth/create-assignment', {
    headers: { authorization: token },
    data: { ...rest, audience, assignment: text, path: '', filename: '' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).data.id;
}
