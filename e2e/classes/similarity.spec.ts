import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNoFindings, findings } from '../axe.ts';
import { beSignedIn, demoAdmin, logIn, type NewStudent, registerStudent } from '../people.ts';
import { workspaceOf } from '../workspace/workspace-page.ts';

const largest = `int largest(int *values, int count) {
  int best = values[0];
  for (int i = 1; i < count; i++) {
    if (values[i] > best) best = values[i];
  }
  return best;
}
`;
const reversed = `void reverse(char *text) {
  char *last = text + strlen(text) - 1;
  do {
    char kept = *text;
    *text++ = *last;
    *last-- = kept;
  } while (text < last);
}
`;
const renamed = largest.replaceAll('best', 'top').replaceAll('values', 'numbers');

async function assign(request: APIRequestContext, students: NewStudent[], settings: object = {}) {
  const headers = { authorization: (await logIn(request, demoAdmin)).token };
  const audience = { everyone: false, rollNumbers: students.map(({ id }) => id) };
  const data = { title: 'Largest of all', assignment: 'Find it.', language: 50, audience };
  const url = '/api/v1/auth/create-assignment';
  const made = await request.post(url, { headers, data: { ...data, ...settings } });
  expect(made.status()).toBe(201);
  return String((await made.json()).data.id);
}

async function handIn(
  request: APIRequestContext,
  student: NewStudent,
  { id, source }: { id: string; source: string },
) {
  const headers = { authorization: (await logIn(request, student)).token };
  const data = { kind: 'program', language: 50, source };
  const made = await request.post(`/api/v1/assignments/${id}/hand-ins`, { headers, data });
  expect(made.status()).toBe(201);
}

test('a teacher compares the programs of an assignment and reads two of them', async ({ page }) => {
  test.setTimeout(180_000);
  const { request } = page;
  const [one, other, third] = [
    await registerStudent(request),
    await registerStudent(request),
    await registerStudent(request),
  ];
  const id = await assign(request, [one, other, third]);
  await handIn(request, one, { id, source: `${largest}\n${reversed}` });
  await handIn(request, other, { id, source: `${reversed}\n${renamed}` });
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/assignments/${id}`);
  await page.getByRole('link', { name: 'Similarity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Similarity' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not compared yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare the programs' }).click();
  const pairs = page.getByRole('table', { name: 'Pairs' });
  const row = pairs.getByRole('row').filter({ hasText: one.name }).filter({ hasText: other.name });
  await expect(row).toContainText('100\u{A0}%');
  await expect(page.getByRole('heading', { name: '2 programs in C' })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await row.getByRole('link', { name: /side by side$/ }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(one.name);
  await expect(heading).toContainText(other.name);
  await expect(page.getByText('Shared part 1 of 2')).toBeVisible();
  const texts = page.getByRole('textbox');
  await expect(texts).toHaveCount(2);
  await expect(texts.first().locator('.cm-shared-chosen').first()).toBeVisible();
  await expect(texts.last().locator('.cm-shared-chosen').first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByText('Shared part 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Previous part' }).click();
  await expect(page.getByText('Shared part 1 of 2')).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await page.goto(`/admin/dashboard/submissions?q=${one.id}&similar=90`);
  await page.getByRole('link', { name: /^100.% *: .* side by side$/ }).click();
  await expect(heading).toContainText(other.name);

  // Who hands in now is in no pair; the page says so and compares again.
  await handIn(request, third, { id, source: largest });
  await page.getByRole('link', { name: 'Similarity: Largest of all' }).click();
  await expect(page.getByText('1 hand-in has come since', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Compare again' }).click();
  await page.getByLabel('Show pairs from').fill('10');
  await page.getByLabel('Show pairs from').press('Tab');
  await expect(page).toHaveURL(/from=10/);
  await expect(pairs.getByRole('row').filter({ hasText: third.name })).toHaveCount(2);
});

test('a student begins with the starter code of the assignment', async ({ page }) => {
  const student = await registerStudent(page.request);
  const starterCode = '#include <stdio.h>\n\n/* Complete main. */\nint main(void) {\n}\n';
  const id = await assign(page.request, [student], { starterCode });
  await beSignedIn(page, student);
  await page.goto(`/Workspace?assignment=${id}`);
  const { editor } = workspaceOf(page);
  await expect(editor).toContainText('Complete main.');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('int main(void) { return 7; }');
  await page.reload();
  await expect(editor).toContainText('return 7;');
  await expect(editor).not.toContainText('Complete main.');
});

test('a teacher goes through all that waits for marks by keyboard', async ({ page }) => {
  test.setTimeout(240_000);
  const { request } = page;
  const student = await registerStudent(request);
  const title = `Marks for ${student.id}`;
  const ids = [
    await assign(request, [student], { title: `${title}, one` }),
    await assign(request, [student], { title: `${title}, two` }),
  ];
  for (const id of ids) await handIn(request, student, { id, source: largest });
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/assignments/${ids[0]}/hand-ins/${student.id}?queue=all`);
  // Both came one after the other, and nothing came between them but what other tests hand in.
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await expect(next).toBeEnabled();
  await expect(page.getByText('to mark in all')).toBeVisible();
  await page.getByLabel('Marks of 100').fill('70');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/queue=all/);
  await expect(page).not.toHaveURL(new RegExp(ids[0] ?? ''));
  await expect(page.getByRole('textbox', { name: /^Marks of/ })).toHaveValue('');

  await page.goto(`/admin/dashboard/submissions?q=${encodeURIComponent(title)}`);
  const table = page.getByRole('table', { name: 'Submissions' });
  await expect(table.getByRole('row').filter({ hasText: '70 of 100' })).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download hand-ins' }).click();
  expect((await downloading).suggestedFilename()).toBe('submissions.zip');
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'To mark' }).click();
  await expect(page).toHaveURL(/state=to_mark/);
  await expect(table.getByRole('row').filter({ hasText: '70 of 100' })).toHaveCount(0);
  await expectNoFindings(page, 'the submissions');
});
