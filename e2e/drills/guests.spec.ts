import { expect, test } from '@playwright/test';
import { findings } from '../axe.ts';
import { type OwnProduct, startOwnProduct } from '../own-product.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';

// The product of the other journeys has open registration; this one requires confirmation.
let product: OwnProduct;
let url = '';

test.beforeAll(async () => {
  product = await startOwnProduct({ VLABS_DEMO: 'on', VLABS_REGISTRATION: 'confirmed' });
  url = product.url;
});
test.afterAll(() => product.stop());

test('a guest sees why a page is closed, and it opens once an admin confirms them', async ({
  browser,
}) => {
  const [guests, admins] = [
    await browser.newContext({ baseURL: url }),
    await browser.newContext({ baseURL: url }),
  ];
  const guest = await guests.newPage();
  const student = await registerStudent(guest.request);
  await beSignedIn(guest, student);
  const reported = guest.getByRole('heading', { level: 1, name: 'You have a guest account' });
  for (const path of ['/assignments', '/dashboard/user', '/notices', '/tests']) {
    await guest.goto(path);
    await expect(reported).toBeVisible();
  }
  await expect(guest.getByText(student.email)).toBeVisible();
  expect(await findings(guest)).toEqual([]);
  await guest.getByRole('link', { name: 'Open the Workspace' }).click();
  await expect(guest.getByRole('button', { name: 'Execute' })).toBeVisible();
  await guest.goto('/account');
  await expect(guest.getByRole('heading', { name: 'Your sessions' })).toBeVisible();
  await guest.goto('/tests');
  await expect(reported).toBeVisible();

  const admin = await admins.newPage();
  await beSignedIn(admin, demoAdmin);
  await admin.goto('/admin/dashboard/students?account=Guest');
  await admin.getByRole('link', { name: student.name }).click();
  await expect(admin.getByRole('heading', { level: 1, name: student.name })).toBeVisible();
  await admin.getByRole('button', { name: 'Confirm 1 guest' }).click();
  await admin.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(admin.getByText(/^Registered since/)).toBeVisible();

  await expect(guest.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
  await guests.close();
  await admins.close();
});
