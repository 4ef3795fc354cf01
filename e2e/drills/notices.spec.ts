import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectNoFindingsAnywhere } from '../axe.ts';
import { beSignedIn, registerStudent } from '../people.ts';
import { makeUpcomingTest } from '../upcoming-test.ts';

test('the bell works with the keyboard alone, and a notice leads to its page', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  const topic = `Graphs ${randomUUID().slice(0, 6)}`;
  await makeUpcomingTest(request, topic, student);
  await beSignedIn(page, student);
  await page.goto('/assignments');
  const bell = page.getByRole('button', { name: /^Notices/ });
  await bell.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'See all notices' })).toBeVisible();
  // The panel covers part of the content behind it, which is no target while it is open.
  await expectNoFindingsAnywhere(page, 'the open bell', { within: 'header' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'See all notices' })).toBeHidden();
  await expect(bell).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'See all notices' }).click();
  await expect(page.getByRole('link', { name: `New test: ${topic}` })).toBeVisible();
});

test('a student adds the calendar, and a new link revokes the old one', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  const topic = `Tries ${randomUUID().slice(0, 6)}`;
  await makeUpcomingTest(request, topic, student);
  await beSignedIn(page, student);
  await page.goto('/dashboard/user');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to calendar' });
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  const field = dialog.getByLabel('Your calendar link');
  await expect(field).toHaveValue(/\/api\/v1\/calendar\/[\w-]{43}\/v-labs\.ics$/);
  const first = await field.inputValue();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the calendar link');
  const calendar = await request.get(first);
  expect(await calendar.text()).toContain(`SUMMARY:Test: ${topic}\r\n`);

  await dialog.getByRole('button', { name: 'Create a new link' }).click();
  await expect(field).not.toHaveValue(first);
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(await field.inputValue())).status()).toBe(200);
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await expect(dialog.getByText('You don’t have a link yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeFocused();
});

test('axe finds nothing in a notice that is unread', async ({ page, request }) => {
  const student = await registerStudent(request);
  const topic = `Heaps ${randomUUID().slice(0, 6)}`;
  await makeUpcomingTest(request, topic, student);
  await beSignedIn(page, student);
  await page.goto('/notices');
  const row = page.getByRole('listitem').filter({ hasText: `New test: ${topic}` });
  await expect(row).toContainText('Unread');
  await expect(page.getByRole('button', { name: /^Notices, \d+ unread$/ })).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the notices');
});
