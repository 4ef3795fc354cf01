import { expect, test } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { makeClass, makeTeacher } from './classes/own-class.ts';
import { beSignedIn, inventStudent, registerStudent } from './people.ts';

test('three news items show title, date, a shortened description and a link to a new tab', async ({
  page,
}) => {
  await page.goto('/');
  // Other journeys add their own items meanwhile.
  const built = /Posted on \d+ November 2026/;
  const items = page.getByRole('main').getByRole('listitem').filter({ hasText: built });
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText('Posted on 16 November 2026');
  const description = await items.first().locator('p').last().innerText();
  expect(description).toHaveLength(501);
  expect(description.endsWith('…')).toBe(true);
  for (const link of await items.getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAttribute('href', /^https:\/\//);
  }
});

test('a teacher’s first steps tick themselves and can be dismissed; students have none', async ({
  page,
}) => {
  const { id } = inventStudent();
  const ownClass = await makeClass(page, { name: `Class ${id}`, subject: 'Sums' });
  await beSignedIn(page, await makeTeacher(ownClass, `T${id}`, 'owner'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const card = page.getByRole('region', { name: 'First steps' });
  await expect(card.getByRole('listitem')).toHaveCount(4);
  await expect(card.getByText('Done')).toHaveCount(0);
  await expectNoFindings(page, 'the first steps of a teacher');
  await card.getByRole('link', { name: /^Create an assignment or a test/ }).click();
  await expect(page.getByRole('combobox', { name: 'Class' })).toHaveValue(/Class/);
  await page.getByLabel('Question text').fill('Print the number 7.');
  await page.getByLabel('Not yet').check();
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText(/^Your students don’t see the assignment/)).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(card.getByText('Done')).toHaveCount(1);
  await expect(card.getByRole('listitem').filter({ hasText: 'Done' })).toContainText('Create');
  await card.getByRole('button', { name: 'Dismiss first steps' }).click();
  await expect(card).toBeHidden();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Where to next' })).toBeVisible();
  await expect(card).toHaveCount(0);

  await beSignedIn(page, await registerStudent(page.request));
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Tests/ }).last()).toBeVisible();
  await expect(card).toHaveCount(0);
});
