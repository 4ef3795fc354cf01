import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../axe.ts';
import { beSignedIn, registerStudent } from '../people.ts';

test('the data notice is not shown on pages with work in progress', async ({ page, request }) => {
  await beSignedIn(page, await registerStudent(request));
  let asked = 0;
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname === '/api/v1/data-notice') asked += 1;
  });
  const notice = page.getByRole('region', { name: 'Data notice' });
  for (const path of ['/Workspace', '/tests', `/tests/quiz/${randomUUID()}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(notice).toHaveCount(0);
  }
  await page.goto('/');
  await expect(notice).toBeVisible();
  expect(asked, 'on the home page alone').toBe(1);
});

test('axe finds nothing in the data notice', async ({ page, request }) => {
  await beSignedIn(page, await registerStudent(request));
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Data notice' })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the data notice');
});
