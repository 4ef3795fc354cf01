import { expect, test } from '@playwright/test';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../people.ts';
import { workspaceOf } from '../workspace/workspace-page.ts';

test('a student who saves too much sees a message next to the program, which is kept', async ({
  page,
}) => {
  const authorization = await beSignedIn(page, await registerStudent(page.request));
  await page.goto('/Workspace');
  const { editor, write } = workspaceOf(page);
  await expect(editor).toBeVisible();
  // Like a script that saves in an endless loop.
  for (let time = 0; time < 121; time += 1) {
    await page.request.put('/api/v1/programs/drafts/71', {
      headers: { authorization },
      data: { assignment: '', text: String(time), baseRevision: time, device: 'script' },
    });
  }
  await write('int main() { return 7; }');
  await expect(page.getByRole('status').filter({ hasText: 'kept in this browser' })).toHaveText(
    /^Not saved – kept in this browser\. You’re saving too often\. Try again in \d+ seconds?\.$/,
  );
  await page.reload();
  await expect(editor).toHaveText('int main() { return 7; }');
});

test('a student who hands in too often sees a message in the form, which keeps the text', async ({
  page,
}) => {
  const student = await registerStudent(page.request);
  const { token } = await logIn(page.request, demoAdmin);
  const made = await page.request.post('/api/v1/auth/create-assignment', {
    headers: { authorization: token },
    data: { assignment: 'Say it.', audience: { everyone: false, rollNumbers: [student.id] } },
  });
  const { id } = (await made.json()).data;
  const authorization = await beSignedIn(page, student);
  for (let time = 1; time <= 20; time += 1) {
    await page.request.post(`/api/v1/assignments/${id}/hand-ins`, {
      headers: { authorization },
      data: { kind: 'text', text: `version ${time}` },
    });
  }
  await page.goto(`/assignments/${id}`);
  await page.getByText('Text', { exact: true }).click();
  const answer = page.getByLabel('Your answer');
  await answer.fill('One more thought.');
  await page.getByRole('button', { name: 'Hand in the text' }).click();
  const refusal =
    /^You have handed in 20 times within 10 minutes\. Your last hand-in counts; try again in \d+ minutes\.$/;
  await expect(page.getByRole('main').getByText(refusal)).toBeVisible();
  await expect(answer).toHaveValue('One more thought.');
});
