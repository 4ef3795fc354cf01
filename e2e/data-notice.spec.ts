import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from './axe.ts';
import { beSignedIn, registerStudent } from './people.ts';

test('a student is shown the data notice once, and may put it off', async ({ page, request }) => {
  test.setTimeout(120_000);
  await beSignedIn(page, await registerStudent(request));
  await page.goto('/');
  const notice = page.getByRole('region', { name: 'Data notice' });
  await expect(notice).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the data notice');

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

test('the data notice is on no page of work that is under way', async ({ page, request }) => {
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
