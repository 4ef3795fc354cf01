import { expect, test } from '@playwright/test';
import { haveInstalled } from '../../server/testing/peers/debian.ts';
import { PEOPLE, READER, startSlapd } from '../../server/testing/peers/slapd.ts';
import { findings } from '../axe.ts';
import { type OwnProduct, startPublicProduct } from '../own-product.ts';
import { beSignedIn, demoAdmin } from '../people.ts';

const NAME = 'Campus directory';
const PASSWORD = 'a password of the directory';
let product: OwnProduct;
let slapd: Awaited<ReturnType<typeof startSlapd>>;

test.describe.configure({ mode: 'serial' });
test.skip(!haveInstalled(['slapd']));
test.beforeAll(async () => {
  const person = { uid: 'asha', password: PASSWORD, rollNumber: '2188001' };
  [product, slapd] = await Promise.all([
    startPublicProduct({ VLABS_DEMO: 'on' }),
    startSlapd([person, { ...person, uid: 'admin', rollNumber: '2188002' }]),
  ]);
});
test.afterAll(() => Promise.all([product?.stop(), slapd?.stop()]));

test('a campus admin adds a directory, tries it, and a student signs in with it', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ baseURL: product.url })).newPage();
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/sign-on/new');
  await page.getByLabel('Name', { exact: true }).fill(NAME);
  await page.getByLabel('Kind').selectOption('Directory: Active Directory, OpenLDAP');
  await page.getByLabel('Address').first().fill(slapd.address);
  await page.getByLabel('Certificates of the authority').fill(slapd.certificate);
  await page.getByLabel('Name of the reader').fill(READER.name);
  await page.getByLabel('Password of the reader').fill(READER.password);
  await page.getByLabel('Base').fill(PEOPLE);
  await page.getByLabel('Roll number', { exact: true }).selectOption('An attribute');
  await page.getByLabel('Attribute', { exact: true }).fill('employeeNumber');
  await page.getByRole('checkbox', { name: 'Create student accounts' }).check();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add provider' }).click();
  await expect(page.getByRole('heading', { name: NAME, level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByLabel(`User name at ${NAME}`).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await expect(page.getByText('Creates the student account 2188002 and signs in.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the provider' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByRole('heading', { name: 'On', exact: true })).toBeVisible();

  const student = await (await browser.newContext({ baseURL: product.url })).newPage();
  await student.goto('/tests');
  await student.getByRole('button', { name: `Sign in with ${NAME}` }).click();
  expect(await findings(student)).toEqual([]);
  await student.getByLabel(`User name at ${NAME}`).fill('asha');
  await student.getByLabel('Password', { exact: true }).fill('wrong');
  await student.keyboard.press('Enter');
  const refusal = `${NAME} does not know this user name with this password.`;
  await expect(student.getByText(refusal).first()).toBeVisible();
  await student.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await student.keyboard.press('Enter');
  await expect(student.getByRole('heading', { level: 1, name: 'Tests' })).toBeVisible();
});
