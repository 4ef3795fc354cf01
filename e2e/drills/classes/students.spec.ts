import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { beSignedIn, demoAdmin, inventStudent } from '../../people.ts';
import { uploadIntoDemo } from '../../upload-list.ts';

const HEADINGS =
  'First Name,Last Name,Roll no,Course opted,Email ID,Mobile No,Mentor Name,Parent Mobile No,Year of Graduation';

test('a student without their listed address registers with a printed code', async ({
  page,
  browser,
}) => {
  const mark = `E${randomUUID().slice(0, 6)}`;
  const line = `Mira,${mark},${mark}1,MCA,${mark}1@x.edu,+919800000000,Dr. Sen,0980000000,2027`;
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/students');
  await page.getByLabel('Class list, a .csv file').setInputFiles({
    name: 'class.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${HEADINGS}\n${line}`),
  });
  await uploadIntoDemo(page);
  await expect(page.getByText('File has been uploaded successfully')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search students' }).fill(mark);
  await expect(page.getByText(/^1 of \d+ students$/)).toBeVisible();
  await page.getByRole('button', { name: 'Print codes' }).click();
  await page.getByRole('button', { name: 'Create codes' }).click();
  const slip = page.getByRole('listitem').filter({ hasText: `Roll number ${mark}1` });
  const code = /[a-z2-9]{4}(-[a-z2-9]{4}){2}/.exec(await slip.innerText())?.[0] ?? '';
  expect(code).toHaveLength(14);

  const context = await browser.newContext();
  const student = await context.newPage();
  const { email, password } = inventStudent();
  await student.goto('/register');
  await student.getByLabel('Roll number').fill(`${mark}1`);
  await student.getByLabel('Full name').fill('Mira');
  await student.getByLabel('Email address').fill(email);
  await student.getByLabel('Password', { exact: true }).fill(password);
  const typed = student.getByLabel('Code from your teacher');
  await expect(typed).toHaveCount(0);
  await student.getByRole('button', { name: 'Register' }).click();
  await expect(student.getByLabel('Email address')).toHaveAccessibleDescription(
    /a different email address for this roll number/,
  );
  await typed.fill(code.toUpperCase());
  await student.getByRole('button', { name: 'Register' }).click();
  await expect(student).toHaveURL('/login');
  await context.close();
});

test('students who scroll out of view and back are drawn even if the page missed it', async ({
  page,
}) => {
  // The browser reports both at once if the page was busy in between.
  await page.addInitScript(`
    const Observer = IntersectionObserver;
    window.IntersectionObserver = class extends Observer {
      constructor(callback, options) {
        super((entries, observer) => {
          const gone = ({ boundingClientRect }) => ({ boundingClientRect, isIntersecting: false });
          callback([...entries.map(gone), ...entries], observer);
        }, options);
      }
    };
  `);
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/students?q=2105001');
  await expect(page.getByRole('link', { name: 'Aarav Sharma' })).toBeVisible();
});
