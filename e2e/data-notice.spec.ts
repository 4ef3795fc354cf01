import { expect, test } from '@playwright/test';
import { beSignedIn, registerStudent } from './people.ts';

test('a student sees the data notice once, and can postpone it', async ({ page, request }) => {
  await beSignedIn(page, await registerStudent(request));
  await page.goto('/');
  const notice = page.getByRole('region', { name: 'Data notice' });
  await expect(notice).toBeVisible();

  await notice.getByRole('button', { name: 'Not now' }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await notice.getByRole('link', { name: 'Read the data notice' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'What is kept' })).toBeVisible();
  await expect(page.getByText(/^Version \d+ of this data notice, since /)).toBeVisible();
  await expect(notice, 'it does not cover its own text').toBeHidden();

  await page.goBack();
  await notice.getByRole('button', { name: 'I have read this' }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const asked = page.waitForResponse((reply) => reply.url().endsWith('/api/v1/data-notice'));
  await page.goto('/account');
  await asked;
  await expect(page.getByRole('heading', { level: 1, name: 'Password' })).toBeVisible();
  await expect(notice).toBeHidden();
});
