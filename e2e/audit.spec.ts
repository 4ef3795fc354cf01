import { expect, test } from '@playwright/test';
import { saveBy } from './downloads.ts';
import { beSignedIn, demoAdmin, logIn, registerStudent } from './people.ts';

test('an admin searches the audit log by person, action and text, and exports it', async ({
  page,
  request,
}) => {
  const student = await registerStudent(request);
  const { token } = await logIn(request, demoAdmin);
  const headers = { authorization: token };
  const url = `/api/v1/students/${student.id}/disabled`;
  for (const disabled of [true, false]) {
    expect((await request.put(url, { headers, data: { disabled } })).status()).toBe(200);
  }

  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/profile');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log).toContainText('Signed in');

  await page.getByLabel('Person').fill(student.id);
  await expect(page).toHaveURL(new RegExp(`person=${student.id}`));
  await expect(log.getByRole('row')).toHaveCount(3);
  await expect(log).toContainText('Disabled an account');
  await expect(log).toContainText('Enabled an account');
  await expect(log).toContainText(student.name);

  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Disabled an account' }).click();
  await expect(page).toHaveURL(/action=disable-account/);
  await expect(log.getByRole('row')).toHaveCount(2);

  const file = await saveBy(page.getByRole('button', { name: 'Export CSV' }));
  expect(file.name).toBe('audit-log.csv');
  expect(file.bytes.toString().split('\r\n')[1]).toContain(`Disabled an account,${student.id}`);

  await page.getByRole('searchbox', { name: 'Search the log' }).fill('nothing is like this');
  await expect(page.getByText('No entries match.')).toBeVisible();
});
