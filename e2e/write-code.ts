import type { Page } from '@playwright/test';

/** Replaces the text of an editor, without its own brackets and indentation. */
export async function writeCode(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}
