import type { Page } from '@playwright/test';

/** Uploads the class list that was chosen; the product of the journeys is an open demo, which asks first. */
export async function uploadIntoDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('button', { name: 'Import into the demo' }).click();
}
