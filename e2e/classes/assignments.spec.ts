import { type APIRequestContext, expect, test } from '@playwright/test';
import { saveBy } from '../downloads.ts';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../people.ts';
import { workspaceOf } from '../workspace/workspace-page.ts';

interface NewAssignment {
  title: string;
  /** Only this student sees it, so that tests do not meet each other's assignments. */
  students: string[];
  dueAt?: string;
}

async function createAssignment(request: APIRequestContext, assignment: NewAssignment) {
  const { token } = await logIn(request, demoAdmin);
  const { title, students, dueAt = '' } = assignment;
  const response = await request.post('/api/v1/auth/create-assignment', {
    headers: { authorization: token },
    data: {
      title,
      dueAt,
      assignment: 'Print the number 7.',
      maxMarks: 10,
      audience: { everyone: false, rollNumbers: students },
    },
  });
  expect(response.status()).toBe(201);
  const { data } = await response.json();
  return String(data.id);
}

test('an admin uploads an assignment file, and a student of the audience downloads it', async ({
  page,
}) => {
  const student = await registerStudent(page.request);
  const name = `week ${student.id}.txt`;
  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/create-assignment');
  const uploaded = page.getByText('Total Uploaded').locator('..');
  await expect(uploaded).toContainText(/\d/);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Choose a file or type the question text.').first()).toBeVisible();

  const file = { name, mimeType: 'text/plain', buffer: Buffer.from('Write a program.') };
  await page.getByLabel('Assignment file', { exact: true }).setInputFiles(file);
  await page.getByLabel('Chosen courses, years or roll numbers').check();
  await page.getByRole('combobox', { name: 'Roll numbers' }).fill(`${student.id} `);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('File uploaded successfully')).toBeVisible();
  await expect(page.getByText('File uploaded successfully')).toBeHidden();
  await page.getByRole('link', { name: 'Add test cases' }).click();
  await expect(page.getByRole('button', { name: 'Add test case' })).toBeVisible();

  await beSignedIn(page, student);
  await page.goto('/assignments');
  await expect(page.getByText('Last updated today')).toHaveCount(3);
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card).toContainText(/uploaded on \d{1,2} \w+ \d{4}/);
  const saved = await saveBy(page.getByRole('link', { name: `Download ${name}` }));
  expect(saved.bytes.toString()).toBe('Write a program.');
  expect(saved.name).toBe(name);
});

test('a student hands in a program from the Workspace, and again after the deadline', async ({
  page,
}) => {
  const student = await registerStudent(page.request);
  const title = `Seven ${student.id}`;
  const id = await createAssignment(page.request, { title, students: [student.id] });
  await beSignedIn(page, student);
  await page.goto('/assignments');
  await page.getByRole('link', { name: `Workspace: ${title}` }).click();
  await expect(page.getByText('Print the number 7.')).toBeVisible();
  const workspace = workspaceOf(page);
  await workspace.choose('Python');
  await workspace.write('print(7)');
  await page.getByRole('button', { name: 'Hand in' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('your Python program with 1 line');
  await dialog.getByRole('button', { name: 'Hand in' }).click();
  await expect(page.getByText('Handed in.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Handed in \d/ })).toBeVisible();

  await page.goto('/assignments');
  await page.getByRole('link', { name: `Submitted: ${title}` }).click();
  const handedIn = page.getByRole('region', { name: 'Handed in' });
  await expect(handedIn).toContainText('print(7)');

  const { token } = await logIn(page.request, demoAdmin);
  await page.request.put(`/api/v1/assignments/${id}`, {
    headers: { authorization: token },
    data: {
      title,
      text: 'Print the number 7.',
      dueAt: '2026-01-01T10:00',
      audience: { everyone: false, rollNumbers: [student.id] },
    },
  });
  await page.reload();
  await expect(page.getByText('Work that you hand in now is marked as late')).toBeVisible();
  await page.getByText('Text', { exact: true }).click();
  await page.getByLabel('Your answer').fill('It prints **7**.');
  await page.getByRole('button', { name: 'Hand in the text' }).click();
  await expect(page.getByText('Handed in, late.')).toBeVisible();
  await expect(handedIn).toContainText('Version 2');
  await expect(handedIn).toContainText('Submitted, late');
  await expect(handedIn).toContainText('Version 1');
});

test('an admin grades ten hand-ins with the keyboard, and the student reads the comment', async ({
  page,
}) => {
  const students = await Promise.all(
    Array.from({ length: 10 }, () => registerStudent(page.request)),
  );
  const title = `Ten ${students[0]?.id}`;
  const ids = students.map(({ id }) => id);
  const id = await createAssignment(page.request, { title, students: ids });
  for (const student of students) {
    const { token } = await logIn(page.request, student);
    await page.request.post(`/api/v1/assignments/${id}/hand-ins`, {
      headers: { authorization: token },
      data: { kind: 'program', language: 71, source: `print("${student.id}")` },
    });
  }

  await beSignedIn(page, demoAdmin);
  await page.goto('/admin/dashboard/assignments');
  await page.getByRole('link', { name: `Open ${title}` }).click();
  await page.getByRole('link', { name: 'Mark next' }).press('Enter');
  const order = ids.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  for (const [place, studentId] of order.entries()) {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(studentId);
    await expect(page.getByText(`print("${studentId}")`)).toBeVisible();
    await expect(page.getByLabel('Marks of 10')).toBeFocused();
    await page.keyboard.type(String(place + 0.5));
    if (place === 0) {
      await page.keyboard.press('Tab');
      await page.keyboard.type('Well *done*');
      await page.keyboard.press('Control+Enter');
    } else {
      await page.keyboard.press('Enter');
    }
  }
  await expect(page.getByText('Marked.', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Alt+p');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order[8] ?? '');
  await expect(page.getByLabel('Marks of 10')).toHaveValue('8.5');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('Total Marked').locator('..')).toContainText('10');

  const saved = await saveBy(page.getByRole('link', { name: 'Download all' }));
  expect(saved.name).toBe(`${title}.zip`);
  expect(saved.bytes.subarray(0, 2).toString()).toBe('PK');

  const first = students.find((student) => student.id === order[0]);
  if (first) await beSignedIn(page, first);
  await page.goto(`/assignments/${id}`);
  await expect(page.getByText('Marks: 0.5 of 10')).toBeVisible();
  await expect(page.locator('em', { hasText: 'done' })).toBeVisible();
});
