import { type Page, expect, test } from '@playwright/test';
import { expectNoFindings } from '../axe.ts';
import { type Account, type NewStudent, beSignedIn, registerStudent } from '../people.ts';
import { workspaceOf } from '../workspace/workspace-page.ts';
import { makeClass, makeTeacher } from './own-class.ts';
import { writeCode } from '../write-code.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const SUM = 'a, b = map(int, input().split())\nprint(a + b)';

/** A teacher whose only class has one student. */
async function makeTeacherOf(page: Page, student: NewStudent): Promise<Account> {
  const ownClass = await makeClass(page, { name: `Sums ${student.id}`, subject: 'Sums' });
  await ownClass.add([student.id], 'student');
  return makeTeacher(ownClass, `T${student.id}`);
}

/** Uploads an assignment as a teacher and opens its test cases. */
async function uploadAssignment(page: Page, title: string, teacher: Account): Promise<void> {
  await beSignedIn(page, teacher);
  await page.goto('/admin/create-assignment');
  await expect(page.getByRole('combobox', { name: 'Class' })).toHaveValue(/Sums/);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Question text').fill('Print the sum of two numbers.');
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('link', { name: 'Add test cases' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: `Test cases of ${title}` }),
  ).toBeVisible();
}

async function handIn(page: Page, title: string, source: string): Promise<void> {
  await page.goto('/assignments');
  await page.getByRole('link', { name: `Workspace: ${title}` }).click();
  await workspaceOf(page).choose('Python');
  await workspaceOf(page).write(source);
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand in this program?' });
  await dialog.getByRole('button', { name: 'Hand in', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('an assignment is uploaded, its test cases are written with a solution, and a hand-in is marked by them', async ({
  page,
  browser,
}) => {
  const student = await registerStudent(page.request);
  const title = `Sum ${student.id}`;
  await uploadAssignment(page, title, await makeTeacherOf(page, student));
  const check = page.getByRole('region', { name: 'Check of the program' });
  await expect(check.getByRole('button', { name: 'Check the program' })).toBeDisabled();
  await page.getByLabel('Language of the solution').selectOption('Python');
  await writeCode(page, 'Solution in Python', `# only for teachers\n${SUM}`);
  await page.getByLabel('Time limit in seconds').fill('99');
  await page.getByRole('button', { name: 'Add test case' }).click();
  await page.getByLabel('Input of test case 1').fill('20 3');
  await page.getByRole('button', { name: 'Add test case' }).click();
  await page.getByLabel('Input of test case 2').fill('31337 1');
  await page.getByLabel('Points of test case 2').fill('3');
  await page
    .getByRole('group', { name: 'Test case 2' })
    .getByLabel(/^Hidden/)
    .check();
  await page.getByRole('button', { name: 'Save test cases' }).click();
  await expect(page.getByLabel('Time limit in seconds')).toHaveAccessibleDescription(
    'The time limit is a number of seconds from 0.1 to 15.',
  );
  await page.getByLabel('Time limit in seconds').fill('5');
  await page.getByLabel('Memory limit in MB').fill('128');
  await page.getByRole('button', { name: 'Fill in the expected outputs' }).click();
  await expect(page.getByText('Filled in 2 outputs.')).toBeVisible();
  await expect(page.getByLabel('Expected output of test case 1')).toHaveValue('23\n');
  await expect(page.getByLabel('Expected output of test case 2')).toHaveValue('31338\n');
  await check.getByRole('button', { name: 'Check the program' }).click();
  await expect(check.getByText('The solution passes all 2 test cases')).toBeVisible();
  await expect(check.getByText(/An empty program earns nothing\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Save test cases' }).click();
  await expect(page.getByText('Test cases saved.')).toBeVisible();
  await expectNoFindings(page, 'the test cases of an assignment');
  await page.reload();
  await expect(page.getByLabel('Memory limit in MB')).toHaveValue('128');
  await expect(page.getByRole('textbox', { name: 'Solution in Python' })).toContainText(
    'only for teachers',
  );

  const context = await browser.newContext();
  const desk = await context.newPage();
  const replies: Promise<string>[] = [];
  desk.on('response', (reply) => {
    const isStream = reply.headers()['content-type']?.startsWith('text/event-stream') ?? false;
    if (reply.url().includes('/api/') && !isStream) replies.push(reply.text().catch(() => ''));
  });
  await beSignedIn(desk, student);
  await handIn(desk, title, 'a, b = map(int, input().split())\nprint(23 if a == 20 else 0)');
  await desk.goto('/assignments');
  await desk.getByRole('link', { name: `Submitted: ${title}` }).click();
  await expect(desk.getByText('1 of 2 test cases passed, 1 of 4 points')).toBeVisible();
  expect((await Promise.all(replies)).join('\n')).not.toMatch(/only for teachers|31337|31338/);

  await page.getByRole('link', { name: 'Back to the hand-ins' }).click();
  await page.getByRole('button', { name: 'Mark by test cases' }).click();
  await page.getByRole('button', { name: 'Mark 1 hand-in' }).click();
  await expect(page.getByText('Marked 1 hand-in.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: student.id })).toContainText('25');
  await desk.reload();
  await expect(desk.getByText('Marks: 25 of 100')).toBeVisible();
  await context.close();
});

test('each test case may have limits of its own', async ({ page }) => {
  const student = await registerStudent(page.request);
  await uploadAssignment(page, `Limits ${student.id}`, await makeTeacherOf(page, student));
  await page.getByRole('button', { name: 'Add test case' }).click();
  await page.getByLabel('Expected output of test case 1').fill('1');
  await page.getByRole('button', { name: 'Add test case' }).click();
  await page.getByLabel('Expected output of test case 2').fill('2');
  await page.getByLabel('Each test case has its own limits and comparison').check();
  const second = page.getByRole('group', { name: 'Test case 2' });
  await second.getByLabel('Time limit in seconds').fill('0.5');
  await second.getByLabel('Output comparison').selectOption('Numbers with a tolerance');
  await second.getByLabel('Tolerance', { exact: true }).fill('0.01');
  await page.getByRole('button', { name: 'Save test cases' }).click();
  await expect(page.getByText('Test cases saved.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^Test case 2 / }).click();
  await expect(second.getByLabel('Time limit in seconds')).toHaveValue('0.5');
  await expect(second.getByLabel('Tolerance', { exact: true })).toHaveValue('0.01');
  await page.getByRole('button', { name: /^Test case 1 / }).click();
  const first = page.getByRole('group', { name: 'Test case 1' });
  await expect(first.getByLabel('Time limit in seconds')).toHaveValue('2');
});
