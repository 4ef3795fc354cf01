import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { beSignedIn, registerStudent } from './people.ts';
import { makeUpcomingTest } from './upcoming-test.ts';

test('a student gets a notice of a new test on an open page, and marks it as read', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  const topic = `Heaps ${randomUUID().slice(0, 6)}`;
  await beSignedIn(page, student);
  await page.goto('/notices');
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
  await makeUpcomingTest(request, topic, student);
  const row = page.getByRole('listitem').filter({ hasText: `New test: ${topic}` });
  await expect(row).toContainText('Unread');
  const bell = page.getByRole('button', { name: /^Notices, \d+ unread$/ });
  await expect(bell).toBeVisible();

  await row.getByRole('button', { name: `Mark as read: ${topic}` }).click();
  await expect(row).not.toContainText('Unread');
  await page.reload();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Unread');
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
});
