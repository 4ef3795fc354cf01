import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings, expectNoFindingsAnywhere } from '../../axe.ts';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../../people.ts';
import { makeQuiz } from '../../quizzes/quiz-sitting.ts';
import { uploadIntoDemo } from '../../upload-list.ts';

const D = '/admin/dashboard';

/** Dates of more than two lines, and content that overflows its cell. */
const measured = `(() => {
  const linesOf = (time) => {
    const range = document.createRange();
    range.selectNodeContents(time);
    const bottoms = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => bottom);
    const lines = [];
    for (const bottom of bottoms) if (!lines.some((line) => Math.abs(line - bottom) < 8)) lines.push(bottom);
    return lines.length;
  };
  const tall = [...document.querySelectorAll('td time')].filter((time) => linesOf(time) > 2);
  const outside = [...document.querySelectorAll('tbody:not([aria-hidden]) td *')].filter((part) => {
    const [inner, cell] = [part, part.closest('td')].map((one) => one.getBoundingClientRect());
    return inner.width > 0 && (inner.right > cell.right + 0.5 || inner.left < cell.left - 0.5);
  });
  return [...tall, ...outside].map(({ textContent }) => textContent.slice(0, 60));
})()`;

async function expectTidy(page: Page, where: string): Promise<void> {
  expect(await page.evaluate<string[]>(measured), where).toEqual([]);
}

/** Two students, one with a submission; their quiz, and an assignment that both handed in. */
async function makeWork(page: Page) {
  const { request } = page;
  const students = [await registerStudent(request), await registerStudent(request)];
  const [sat] = students;
  if (!sat) throw new Error('Nobody sits the quiz.');
  const quiz = await makeQuiz(request, { titles: { 1: '# Which of `a[i]` is **right**?' } });
  const { token: admin } = await logIn(request, demoAdmin);
  const made = await request.post('/api/v1/auth/create-assignment', {
    headers: { authorization: admin },
    data: {
      assignment: `# **Lab** \`${quiz.topic}\`\n\nSort.`,
      dueAt: '2030-01-02T10:30',
      audience: { everyone: false, rollNumbers: students.map(({ id }) => id) },
    },
  });
  const { id } = (await made.json()).data;
  for (const student of students) {
    const headers = { authorization: (await logIn(request, student)).token };
    const path = `/api/v1/auth/quiz/${quiz.id}`;
    await request.post(path, { headers, data: { userId: student.id } });
    await request.post(`/api/v1/assignments/${id}/hand-ins`, {
      headers,
      data: { kind: 'text', text: 'My answer' },
    });
    if (student !== sat) continue;
    const data = { userId: sat.id, submissionTime: '', markedAnswers: { 1: '2', 2: '1' } };
    expect((await request.post(`${path}/submit`, { headers, data })).status()).toBe(200);
  }
  return { quiz, sat, assignment: String(id) };
}

test('on a common screen no date takes three lines and nothing touches the next column', async ({
  page,
}) => {
  const { quiz, sat, assignment } = await makeWork(page);
  await beSignedIn(page, demoAdmin);
  const tables = {
    'Live control': `${D}/quizview/${quiz.id}`,
    Timeline: `${D}/quizview/${quiz.id}/${sat.id}`,
    Submissions: `${D}/submissions`,
    Students: `${D}/students?view=table`,
    Assignments: `${D}/assignments`,
    'Hand-ins': `${D}/assignments/${assignment}`,
    'Performance by quiz': `${D}/performance?quiz=${quiz.id}`,
    'Performance by class': `${D}/performance?by=class`,
    'Performance by student': `${D}/performance?by=student&student=${sat.id}`,
    'A student': `${D}/students/${sat.id}`,
    'The audit log': `${D}/audit`,
    Sessions: '/account',
  };
  for (const [name, path] of Object.entries(tables)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.getByRole('table').last()).toBeVisible();
    await expectTidy(page, name);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoFindings(page, `${name} at ${width} px`);
    }
  }
});

test('if all dates are of one day the header shows it, and a card shows its own', async ({
  page,
}) => {
  const { quiz, sat } = await makeWork(page);
  await beSignedIn(page, demoAdmin);
  await page.goto(`${D}/quizview/${quiz.id}/${sat.id}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  const head = page.getByRole('columnheader', { name: 'When' });
  await expect(head).toHaveText(/^When\d{1,2} [A-Z][a-z]{2,3} \d{4}$/);
  const time = page.getByRole('table', { name: 'Timeline' }).locator('time').first();
  await expect(time).toHaveAttribute('title', /^[A-Z][a-z]+day \d{1,2} [A-Z][a-z]+ \d{4}, /);
  expect(await time.innerText()).toMatch(/^\d{1,2}:\d\d:\d\d\s[AP]M\s\((just now|\d+ min ago)\)$/);
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await time.innerText()).toMatch(
    /^\d{1,2} [A-Z][a-z]{2,3} \d{4},\s\d{1,2}:\d\d:\d\d\s[AP]M/,
  );
});

test('columns are selected with the keyboard, and the browser remembers them', async ({ page }) => {
  const quiz = await makeQuiz(page.request);
  await beSignedIn(page, demoAdmin);
  await page.goto(`${D}/quizview/${quiz.id}`);
  const started = page.getByRole('columnheader', { name: 'Started' });
  const score = page.getByRole('columnheader', { name: 'Score' });
  await expect(score).toBeVisible();
  await expect(started).toHaveCount(0);

  const button = page.getByRole('button', { name: 'Columns' });
  await button.focus();
  await page.keyboard.press('Enter');
  const box = (name: string) =>
    page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name, exact: true });
  await expect(box('Score')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(box('Roll no')).toBeFocused();
  await box('Score').focus();
  await page.keyboard.press('Space');
  await expect(score).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(box('Noticed')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(box('Started')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(started).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the choice of columns');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expectTidy(page, 'Live control with another column');

  await page.reload();
  await expect(started).toBeVisible();
  await expect(score).toHaveCount(0);
  await button.click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(score).toBeVisible();
  await expect(started).toHaveCount(0);
});

test('five hundred students keep their column widths while scrolling', async ({ page }) => {
  const mark = `T${randomUUID().slice(0, 5)}`;
  const rollNumbers = Array.from({ length: 500 }, (_, place) => `${mark}${1000 + place}`);
  const list = [
    'First Name,Last Name,Roll no,Course opted,Email ID,Mobile No,Mentor Name,Parent Mobile No,Year of Graduation',
    ...rollNumbers.map(
      (id, place) =>
        `${place % 7 === 0 ? 'Bhavya Venkata Lakshmi' : 'Om'},${mark},${id},MCA,${id}@x.edu,+919800000000,Dr. Sen,0980000000,2027`,
    ),
  ].join('\n');
  await beSignedIn(page, demoAdmin);
  await page.goto(`${D}/students`);
  await page
    .getByLabel('Class list, a .csv file')
    .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
  await expect(page.getByText(/^500 will be added/)).toBeVisible();
  await uploadIntoDemo(page);
  await expect(page.getByText('File has been uploaded successfully')).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${D}/students?view=table&q=${mark}`);
  const table = page.getByRole('table', { name: 'Students' });
  for (const shown of [100, 200, 300, 400]) {
    await expect(page.getByText(`The first ${shown} are shown.`)).toBeVisible();
    await page.getByRole('button', { name: 'Show more' }).click();
  }
  await expect(table).toHaveAttribute('aria-rowcount', '501');
  const heads = `[...document.querySelectorAll('th')].map((head) => head.getBoundingClientRect().left)`;
  const atFirst = await page.evaluate<number[]>(heads);
  for (const place of [499, 250, 0]) {
    const row = page.getByRole('row').filter({ hasText: rollNumbers[place] ?? '' });
    await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${place / 500})`);
    await expect(row).toBeVisible();
    await expectTidy(page, `Students around ${place}`);
    expect(await page.evaluate<number[]>(heads)).toEqual(atFirst);
  }
  await page.goto(`${D}/students?view=table&q=nobody-${mark}`);
  await expect(page.getByText(/^No students match\./)).toBeVisible();
});

test('Performance starts with the next step, and without data by class it shows one empty state', async ({
  page,
}) => {
  const { quiz, sat } = await makeWork(page);
  const unsat = await makeQuiz(page.request);
  await beSignedIn(page, demoAdmin);
  await page.goto(`${D}/performance?quiz=${quiz.id}`);
  const parts = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(parts).toHaveText([quiz.topic, 'What to do', 'Statistics', 'Questions', 'Students']);
  const toDo = page.getByRole('region', { name: 'What to do' });
  await expect(toDo).toContainText('Students who need help: 1 below 40 %');
  await expect(toDo.getByRole('link', { name: sat.name })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Questions' })).toContainText(
    'Which of a[i] is right?',
  );

  await page.goto(`${D}/performance?by=class&quiz=${unsat.id}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(1);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectNoFindings(page, 'an empty Performance by class');
  await page.goto(`${D}/performance?by=class&from=2001-01-01&to=2001-02-01`);
  await expect(page.getByRole('heading', { name: 'No results for these days' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.goto(`${D}/performance?quiz=${unsat.id}`);
  await expect(
    page.getByRole('heading', { name: 'Nobody has submitted this test yet' }),
  ).toBeVisible();
  await expectNoFindings(page, 'Performance without a submission');
});
