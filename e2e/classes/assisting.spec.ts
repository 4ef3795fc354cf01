import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expectNoFindings } from '../axe.ts';
import { beSignedIn, registerStudent } from '../people.ts';
import { makeClass } from './own-class.ts';

test('an assisting student opens the staff pages, sees only what they may do, and returns to their own pages', async ({
  page,
}) => {
  const [assistant, student] = [
    await registerStudent(page.request),
    await registerStudent(page.request),
  ];
  const name = `Trees ${randomUUID().slice(0, 6)}`;
  const { classId, post, add } = await makeClass(page, { name, subject: 'Trees' });
  await add([student.id], 'student');
  await add([assistant.id], 'assistant');
  const audience = { everyone: true, inClass: { classId, sections: [] } };
  await post('/auth/create-assignment', {
    title: `Lab of ${name}`,
    assignment: 'Do it.',
    audience,
  });

  await beSignedIn(page, assistant);
  await page.goto('/dashboard/user');
  await page.getByRole('link', { name: 'You assist: open teaching pages' }).click();
  await expect(page.getByRole('region', { name: 'You assist' })).toContainText(name);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New class' })).toHaveCount(0);
  await expectNoFindings(page, 'the classes of a student who assists');

  const menu = page.getByRole('navigation', { name: 'Admin dashboard' });
  await menu.getByRole('link', { name: 'Assignments' }).click();
  await expect(page.getByRole('link', { name: `Lab of ${name}` }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Assignments' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0);
  await page.getByRole('link', { name: /^Open/ }).first().click();
  await page.getByRole('link', { name: 'Test cases' }).click();
  await expect(page.getByText('They will be shown here when a teacher')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save test cases' })).toHaveCount(0);

  await menu.getByRole('link', { name: 'Students' }).click();
  await page.getByRole('link', { name: student.name }).first().click();
  await page.getByRole('link', { name: 'View as this student' }).click();
  await expect(page.getByText(`This is what ${student.name} `)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Assignments' })).toContainText(`Lab of ${name}`);
  await expectNoFindings(page, 'what a student sees');

  await page.getByRole('link', { name: 'Back to your pages' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/admin/dashboard/students');
  await expect(page.getByRole('heading', { name: /Redirecting/ })).toBeVisible();
});
