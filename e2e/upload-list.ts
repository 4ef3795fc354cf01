import type { Page } from '@playwright/test';

/** Uploads the chosen class list. The product of the journeys is an open demo, which asks for confirmation first. */
export async function uploadIntoDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('button', { name: 'Import into the demo' }).click();
}
