import { expect, test } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { saveBy } from './downloads.ts';
import { beSignedIn, registerStudent } from './people.ts';

test('a person downloads their data', async ({ page, request }) => {
  const student = await registerStudent(request);
  await beSignedIn(page, student);
  await page.goto('/account');
  const part = page.getByRole('region', { name: 'My data' });
  const { name, bytes } = await saveBy(part.getByRole('button', { name: 'Download my data' }));
  expect(name).toBe('my-data.zip');
  expect(bytes.toString('latin1')).toContain('profile.json');
  await expectNoFindings(page, 'the account page');
});
