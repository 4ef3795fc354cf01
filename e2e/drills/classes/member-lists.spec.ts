import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expectNoFindings } from '../../axe.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../../people.ts';
import { makeClass } from '../../classes/own-class.ts';
import { uploadIntoDemo } from '../../upload-list.ts';

test('a list of members adds people to a class and ends memberships that it does not contain', async ({
  page,
}) => {
  const [stays, leaves] = [
    await registerStudent(page.request),
    await registerStudent(page.request),
  ];
  await beSignedIn(page, demoAdmin);
  const code = `M${randomUUID().slice(0, 8)}`;
  const { classId } = await makeClass(page, { name: code, subject: 'Sets', code });

  const choose = (...lines: string[]) =>
    page.getByLabel('Class list, a .csv file or an .xlsx workbook').setInputFiles({
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Roll no,Class code,Section,Role', ...lines].join('\n')),
    });
  const upload = async () => {
    await uploadIntoDemo(page);
    await expect(page.getByText(/^\d+ added, \d+ changed, \d+ unchanged\.$/)).toBeVisible();
  };
  await page.goto('/admin/dashboard/students');
  const term = page.getByLabel('Term', { exact: true });
  await choose(`${stays.id},${code},A,`, `${leaves.id},${code},A,`, `nobody,${code},,`);
  await term.selectOption(`Term of ${code}`);
  await expect(page.getByText(/2 will be added.* and 1 line is skipped/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Skipped lines' })).toContainText(
    'Nobody has this roll number.',
  );
  const named = page.getByRole('table', { name: 'Classes of this list' });
  await expect(named).toContainText(`Term of ${code}`);
  await expect(named).toContainText(`(${demoAdmin.id})`);
  await expectNoFindings(page, 'the preview of a list of members');
  // The next list can be chosen before the page has reloaded the students.
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/students(\?|$)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await upload();

  await choose(`${stays.id},${code},B,`);
  held.resolve();
  await term.selectOption(`Term of ${code}`);
  const whole = page.getByLabel(/This list is complete for its classes:  1 of 2/);
  await whole.check();
  await expectNoFindings(page, 'a list that would end a membership');
  await upload();
  await page.goto(`/admin/dashboard/classes/${classId}`);
  const people = page.getByRole('table', { name: 'People' });
  await expect(people.getByText(stays.id, { exact: true })).toBeVisible();
  await expect(people.getByText('B', { exact: true })).toBeVisible();
  await expect(people.getByText(leaves.id, { exact: true })).toHaveCount(0);
});
