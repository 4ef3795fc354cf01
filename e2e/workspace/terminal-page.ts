import { expect, type Locator, type Page } from '@playwright/test';

/** The terminal of the Workspace as a person sees it. */
export interface TerminalPage {
  rows: Locator;
  input: Locator;
  run: () => Promise<void>;
}

export async function openTerminal(page: Page): Promise<TerminalPage> {
  await page.getByRole('button', { name: 'Terminal', exact: true }).click();
  const screen = page.getByRole('region', { name: 'Terminal' });
  await expect(screen.getByRole('textbox', { name: 'Terminal input' })).toBeAttached();
  return {
    rows: screen.locator('.xterm-rows'),
    input: screen.getByRole('textbox', { name: 'Terminal input' }),
    run: () => page.getByRole('button', { name: 'Run in terminal' }).click(),
  };
}
