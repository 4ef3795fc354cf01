import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { UNARRANGED } from '@vlabs/contract/marks/arrangement';
import { expectNoFindingsAnywhere } from '../axe.ts';
import { saveBy } from '../downloads.ts';
import { beSignedIn, demoAdmin, registerStudent } from '../people.ts';
import { makeClass, makeTeacher } from './own-class.ts';

const HOUR_MS = 3_600_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A class with two students, a test that is over and an assignment that one handed in. */
async function makeMarkedClass(page: Parameters<typeof makeClass>[0]) {
  const name = `Marks ${randomUUID().slice(0, 8)}`;
  const made = await makeClass(page, { name, subject: 'Algorithms' });
  const teacher = await makeTeacher(made, randomUUID(), 'owner');
  const first = await registerStudent(page.request);
  const second = await registerStudent(page.request);
  await made.add([first.id, second.id], 'student');
  const audience = { everyone: true, inClass: { classId: made.classId, sections: [] } };
  const question = {
    QuestionTitle: 'Two?',
    QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
    CorrectAnswer: '2',
  };
  await made.post('/auth/quizData/', {
    unique_id: randomUUID(),
    completed: 0,
    submissionDate: null,
    questions: { 1: question },
    formDetails: {
      TotalQuestions: '1',
      ScorePerQuestion: '30',
      SubjectId: 'Algorithms',
      ClassName: name,
      TimeLimit: '1',
      startTime: hoursFromNow(-3),
      endTime: hoursFromNow(-2),
      topic: 'Mid term',
    },
    settings: {
      audience,
      scoreOpens: 'at_end',
      answersOpen: 'never',
      shuffleQuestions: false,
      shuffleOptions: false,
    },
  });
  const work = { title: 'Sorting', assignment: 'Sort.', maxMarks: 10, audience };
  const { id: assignmentId } = await made.post('/auth/create-assignment', work);
  const token = await beSignedIn(page, first);
  const handedIn = await page.request.post(`/api/v1/assignments/${assignmentId}/hand-ins`, {
    headers: { authorization: token },
    data: { kind: 'text', text: 'Sorted.' },
  });
  const { handInId } = (await handedIn.json()).data;
  return { ...made, teacher, first, second, handInId };
}

test('a teacher arranges the sheet of marks once, and the registrar and the students have the same totals', async ({
  page,
  browserName,
}) => {
  const { classId, teacher, first, second, handInId } = await makeMarkedClass(page);
  const token = await beSignedIn(page, teacher);
  await page.goto(`/admin/dashboard/classes/${classId}?tab=work`);
  await page.getByRole('link', { name: 'Marks', exact: true }).click();
  const sheet = page.getByRole('table', { name: 'Marks of the class' });
  const rowOf = (student: { id: string }) => sheet.getByRole('row').filter({ hasText: student.id });
  await expect(rowOf(first)).toContainText('AB');
  await expect(rowOf(first).getByRole('link', { name: 'To mark' })).toBeVisible();
  await expect(rowOf(second)).toContainText('–');
  await expect(page.getByText('There are no totals yet.')).toBeVisible();

  await page.request.put(`/api/v1/hand-ins/${handInId}/mark`, {
    headers: { authorization: token },
    data: { marks: 7.5 },
  });
  await page.getByRole('button', { name: 'Arrange' }).click();
  const dialog = page.getByRole('dialog', { name: 'Arrange the sheet' });
  if (browserName !== 'firefox') {
    await expectNoFindingsAnywhere(page, 'arranging', { widths: [360, 1440] });
  }
  await dialog.getByLabel('Weight in points').first().fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Type the weight.').first()).toBeVisible();
  await dialog.getByLabel('Weight in points').first().fill('60');
  await dialog.getByLabel('Weight in points').nth(1).fill('40');
  await dialog.getByRole('tab', { name: 'Export' }).click();
  await dialog.getByLabel('Heading of Roll number').fill('Registration number');
  await expect(dialog.getByRole('region', { name: 'Preview of the export' })).toContainText(
    'Registration number',
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  // 0 of 60 for the missed test, and three quarters of 40.
  await expect(rowOf(first)).toContainText('30 of 100');
  await expect(rowOf(second)).toContainText('0 of 60 so far');
  await expectNoFindingsAnywhere(page, 'the sheet of marks');
  await page.getByLabel('Only points and totals').check();
  await expect(sheet.getByRole('columnheader')).toHaveText([
    'Student',
    'Tests, 60 points',
    'Assignments, 40 points',
    'Total',
    'Points',
    'Points',
  ]);

  const csv = await saveBy(page.getByRole('button', { name: 'Export CSV' }));
  expect(csv.bytes.toString()).toContain('S. No.,Registration number,Name');
  for (const { id } of [first, second]) expect(csv.bytes.toString()).toContain(`,${id},`);
  const excel = await saveBy(page.getByRole('button', { name: 'Export Excel' }));
  expect(excel.name).toMatch(/^Marks .* marks\.xlsx$/);
  expect(excel.bytes.subarray(0, 2).toString()).toBe('PK');

  await beSignedIn(page, first);
  await page.goto('/dashboard/user');
  await page.getByRole('link', { name: 'Your marks' }).click();
  await expect(page.getByText('30 of 100 (30%)')).toBeVisible();
  await expect(page.getByText('7.5 of 10')).toBeVisible();
  await expect(page.getByText('Absent, counts 0')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'own marks');
});

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A sheet of 500 students and 40 works, as the server would send it. */
function makeLongSheet(classId: string) {
  const columns = Array.from({ length: 40 }, (_, number) => ({
    id: idOf(number),
    kind: number < 20 ? 'quiz' : 'assignment',
    title: `Work ${number + 1}`,
    maxMarks: 10,
    endsAt: null,
    isReleased: true,
  }));
  const students = Array.from({ length: 500 }, (_, number) => ({
    personId: `R${number + 1}`,
    name: `Student ${number + 1}`,
    email: '',
    sections: [],
    cells: columns.map(() => number % 10),
  }));
  const named = { classId, className: 'CSE 4', subject: 'Algorithms', term: 'Autumn' };
  const rules = { version: 0, arrangement: UNARRANGED, mayArrange: true, sections: [] };
  return { ...named, ...rules, state: 'open', columns, students };
}

test('a sheet of 500 students draws the rows in sight, and scrolls to the last by keyboard', async ({
  page,
}) => {
  const classId = randomUUID();
  await beSignedIn(page, demoAdmin);
  await page.route(`**/api/v1/classes/${classId}/marks`, (route) =>
    route.fulfill({ json: { success: true, data: makeLongSheet(classId) } }),
  );
  await page.goto(`/admin/dashboard/classes/${classId}/marks`);
  const sheet = page.getByRole('table', { name: 'Marks of the class' });
  await expect(sheet).toHaveAttribute('aria-rowcount', '502');
  await expect(sheet.getByRole('rowheader', { name: 'Student 1 R1', exact: true })).toBeVisible();
  expect(await sheet.getByRole('row').count()).toBeLessThan(100);
  await page.getByRole('region', { name: 'Marks of the class' }).focus();
  await page.keyboard.press('End');
  await expect(sheet.getByRole('rowheader', { name: 'Student 500 R500' })).toBeInViewport();
  expect(await sheet.getByRole('row').count()).toBeLessThan(100);
  await page.getByRole('searchbox', { name: 'Search students' }).fill('r499');
  await expect(sheet.getByRole('rowheader')).toHaveText(['Student 499R499']);
});
