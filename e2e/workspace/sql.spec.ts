import { type APIRequestContext, expect, test } from '@playwright/test';
import { demoAdmin, beSignedIn, logIn, registerStudent } from '../people.ts';
import { expectNoFindings, expectNoFindingsInBothSchemes } from '../axe.ts';
import { makeProgramQuiz, programQuestion } from '../quizzes/program-question.ts';
import { giveAssignment, openWorkspace, workspaceOf } from './workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const SCHEMA = `create table students (id integer, name text, year integer);
insert into students values (1, 'Asha', 2), (2, '', null), (3, 'Ravi, K.', 1);`;

/** As an administrator does on the page of languages. */
async function turnOn(request: APIRequestContext, language: string): Promise<string> {
  const { token } = await logIn(request, demoAdmin);
  const turned = await request.put(`/api/v1/languages/${language}`, {
    headers: { authorization: token },
    data: { isOn: true },
  });
  expect(turned.status()).toBe(200);
  return token;
}

for (const [language, name] of [
  ['sqlite', 'SQLite'],
  ['postgresql', 'PostgreSQL'],
] as const) {
  test(`${name} runs the schema first, and shows results as tables`, async ({ page }) => {
    await turnOn(page.request, language);
    const workspace = await openWorkspace(page);
    await workspace.choose(name);
    await page.getByLabel('Schema and Data').fill(SCHEMA);
    const query = 'select name, year from students order by id;';
    await workspace.write(`${query}\nselect count(*) as n from students;`);
    await workspace.execute();

    const tables = workspace.output.getByRole('table');
    await expect(tables).toHaveCount(2);
    await expect(tables.nth(0).getByRole('row')).toHaveText([
      'nameyear',
      'Asha2',
      'NULL',
      'Ravi, K.1',
    ]);
    await expect(workspace.output).toContainText('Table 1: 3 rows');
    await expect(page.getByRole('button', { name: 'Terminal' })).toHaveCount(0);
    await expectNoFindingsInBothSchemes(page, 'the output of SQL');

    await workspace.output.getByRole('button', { name: 'Show as text' }).click();
    await expect(workspace.output.locator('pre')).toContainText('"Ravi, K.",1');

    await workspace.write('select name from students\nwhere yeer = 1;');
    await workspace.execute();
    await expect(page.getByRole('region', { name: 'Problems found' })).toContainText('yeer');
  });
}

test('a thousand rows are shown, and rows of an expected output may be in any order', async ({
  page,
}) => {
  await turnOn(page.request, 'sqlite');
  const workspace = await openWorkspace(page);
  await workspace.choose('SQLite');
  await workspace.write(
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)\n' +
      "select i, i * i as square, 'row number ' || i as text from n;",
  );
  await workspace.execute();
  await expect(workspace.output.getByRole('row')).toHaveCount(1001);
  await expect(workspace.output).toContainText('Only the first 1000 rows of a result are shown.');
  await expectNoFindings(page, 'a thousand rows');

  await page.getByRole('button', { name: 'Add an input' }).click();
  await page.getByLabel('Schema and data', { exact: true }).fill(SCHEMA);
  await page.getByLabel('Expected output').fill('NAME\n"Ravi, K."\nAsha\n""\n');
  await workspace.write('select name from students;');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(workspace.status).toHaveText(/^Accepted/);
  await workspace.write('select name from students where id < 3;');
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(workspace.output).toContainText('This row is missing: Ravi, K.');
});

test('test cases of an assignment in SQL show their tables', async ({ page }) => {
  const token = await turnOn(page.request, 'postgresql');
  const student = await registerStudent(page.request);
  const id = await giveAssignment(page.request, student.id, {
    title: 'Names by year',
    text: 'List the students of year 2.',
    language: 1082,
  });
  const limits = { timeLimitMs: 5000, memoryLimitKb: 131_072, comparison: 'rows', tolerance: 0 };
  const data = (input: string, expectedOutput: string) => ({
    name: '',
    input,
    expectedOutput,
    points: 1,
    isHidden: false,
    ...limits,
  });
  const more = `${SCHEMA}\ninsert into students values (4, 'Meera', 2);`;
  const saved = await page.request.put(`/api/v1/assignments/${id}/tests`, {
    headers: { authorization: token },
    data: {
      tests: [data(SCHEMA, 'name\nAsha\n'), data(more, 'name\nMeera\nAsha\n')],
      solution: null,
    },
  });
  expect(saved.status(), await saved.text()).toBe(200);

  await beSignedIn(page, student);
  await page.goto(`/Workspace?assignment=${id}`);
  const workspace = workspaceOf(page);
  await workspace.write("select name from students where name = 'Asha'");
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand in this program?' });
  await dialog.getByRole('button', { name: 'Hand in', exact: true }).click();
  await page.goto(`/assignments/${id}`);
  const results = page.getByRole('region', { name: 'Test results' });
  await expect(results).toContainText('1 of 2 test cases passed');
  await results.getByText('Wrong output').click();
  await expect(results).toContainText('This row is missing: Meera');
  await expect(results.getByRole('table').last()).toContainText('Asha');
  await expectNoFindingsInBothSchemes(page, 'the test cases of a query');
});

test('a query in a test is checked on its samples', async ({ page }) => {
  await turnOn(page.request, 'postgresql');
  const question = {
    ...programQuestion,
    QuestionTitle: 'List the names of the students of year 2, in any order.',
    Body: {
      ...programQuestion.Body,
      languages: ['postgresql'],
      starters: {},
      samples: [{ input: SCHEMA, output: 'name\nAsha\n' }],
      comparison: 'rows',
    },
    Key: {
      ...programQuestion.Key,
      solution: { language: 'postgresql', text: 'select name from students where year = 2' },
      cases: [{ name: '', input: SCHEMA, output: 'name\nAsha\n', points: '1', group: '' }],
    },
  };
  const quiz = await makeProgramQuiz(page.request, {}, { question });
  await beSignedIn(page, await registerStudent(page.request));
  await page.goto('/tests');
  await page.getByRole('button', { name: `Start ${quiz.topic}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
  const sample = page.getByRole('region', { name: 'Sample 1' });
  await expect(sample).toContainText('Sample 1: schema and data');
  await expect(sample.getByRole('cell')).toHaveText(['Asha']);
  await expect(page.getByText('The rows of each table may be in any order.')).toBeVisible();
  // Run uses the schema of the first sample until the student writes another one.
  await expect(page.getByLabel('Schema and Data')).toHaveValue(SCHEMA);

  const workspace = workspaceOf(page);
  await workspace.write('select name from students where year > 1;');
  await page.keyboard.press('Control+Enter');
  await expect(workspace.output).toContainText('Sample 1Passed');
  await workspace.write('select name from students;');
  await page.keyboard.press('Control+Enter');
  await expect(workspace.output).toContainText('This row does not belong there:');
  await expectNoFindings(page, 'a query in a test');
});
