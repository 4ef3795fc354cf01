import { expect, type Locator, type Page } from '@playwright/test';
import { beSignedIn, registerStudent } from './people.ts';

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

/** A new student has signed in and opened the Workspace; no test meets what another typed, or its limits. */
export async function openWorkspace(page: Page): Promise<WorkspacePage> {
  await beSignedIn(page, await registerStudent(page.request));
  await page.goto('/Workspace');
  const workspace = workspaceOf(page);
  await expect(workspace.editor).toBeVisible();
  return workspace;
}
