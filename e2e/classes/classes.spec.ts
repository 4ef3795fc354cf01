import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expectNoFindings } from '../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';

test('a campus admin makes a term and a class, adds people, and a student joins with a code', async ({
  page,
  browser,
}) => {
  const [listed, found, joining] = await Promise.all([
    registerStudent(page.request),
    registerStudent(page.request),
    registerStudent(page.request),
  ]);
  const name = `Loops ${randomUUID().slice(0, 6)}`;
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/profile');
  await page.getByRole('link', { name: 'Classes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible();

  await page.getByRole('button', { name: 'New class' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Subject').fill('Programming in C');
  await dialog.getByRole('button', { name: 'New term' }).click();
  await dialog.getByLabel('Name').fill(`Term of ${name}`);
  await dialog.getByLabel('First day').fill('2026-07-01');
  await dialog.getByLabel('Last day').fill('2096-12-20');
  await dialog.getByRole('button', { name: 'Create term' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await expectNoFindings(page, 'the dialog of a new class');
  await dialog.getByRole('button', { name: 'Create class' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(`Programming in C, Term of ${name}`)).toBeVisible();

  await page.getByRole('tab', { name: 'Sections' }).click();
  await page.getByRole('button', { name: 'Add section' }).click();
  await dialog.getByLabel('Name').fill('A1');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: 'A1' })).toBeVisible();

  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Add people' }).click();
  const nobody = `N${randomUUID().slice(0, 8)}`;
  await dialog.getByLabel('Roll numbers').fill(`${listed.id}\n${nobody}`);
  await dialog.getByRole('button', { name: 'Add 2 people' }).click();
  await expect(dialog.getByText('1 added, 1 not added.')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Not added' })).toContainText(nobody);
  await expect(dialog.getByLabel('Roll numbers')).toHaveValue(nobody);

  await dialog.getByRole('tab', { name: 'By search' }).click();
  await dialog.getByRole('searchbox').fill(found.id);
  await dialog.getByRole('button', { name: `Add ${found.name}` }).click();
  await expect(dialog.getByText(`Added: ${found.name}`)).toBeVisible();

  await dialog.getByRole('tab', { name: 'By code' }).click();
  await dialog.getByLabel(/students join with a code/).check();
  await dialog.getByRole('button', { name: 'Create code' }).click();
  const link = await dialog.getByLabel(/the link/).inputValue();
  await expectNoFindings(page, 'the code of a class');
  await dialog.getByRole('button', { name: 'Close' }).click();

  const own = await browser.newPage();
  await beSignedIn(own, joining);
  const noClasses = own.waitForResponse('**/api/v1/my-classes');
  await own.goto('/dashboard/user');
  await noClasses;
  await expect(own.getByRole('heading', { name: 'About you' })).toBeVisible();
  const ownClasses = own.getByRole('region', { name: 'My classes' });
  await expect(ownClasses).toContainText('You’re not in a class yet.');
  await expect(ownClasses.getByRole('link', { name: 'Join a class' })).toBeVisible();
  await own.goto(link);
  await expectNoFindings(own, 'the page that joins a class');
  await own.getByRole('button', { name: 'Join class' }).click();
  await expect(own.getByRole('region', { name: 'My classes' })).toContainText(name);
  await expectNoFindings(own, 'the classes of a student');

  await page.reload();
  const people = page.getByRole('table', { name: 'People' });
  await expect(people.getByText(joining.id, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Change ${joining.name}` }).click();
  await dialog.getByLabel('A1').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(people.getByText('A1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Remove ${listed.name}` }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(people.getByText(listed.id, { exact: true })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Show code' }).click();
  await expect(page.getByLabel(/the link/)).toHaveValue(link);
  await page.getByRole('button', { name: 'Archive class' }).click();
  await dialog.getByRole('button', { name: 'Archive class' }).click();
  await expect(page.getByText('This class is archived')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  const left = own.waitForResponse('**/api/v1/my-classes');
  await own.reload();
  await left;
  await expect(own.getByRole('heading', { name: 'About you' })).toBeVisible();
  await expect(ownClasses).toContainText('You’re not in a class yet.');
  await own.close();

  await page.getByRole('button', { name: 'Copy to a term' }).click();
  await dialog.getByLabel('Term').selectOption(`Term of ${name}`);
  await expect(dialog.getByText('Dates don’t change.')).toBeVisible();
  await expect(dialog.getByText('Sections: A1, empty.')).toBeVisible();
  await expectNoFindings(page, 'the preview of a copy');
  await dialog.getByLabel('Name').fill(`${name} again`);
  await dialog.getByRole('button', { name: 'Copy class' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} again` })).toBeVisible();
  await expect(page.getByText('No students yet')).toBeVisible();
});
