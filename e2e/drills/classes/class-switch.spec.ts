import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNoFindings } from '../../axe.ts';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../../people.ts';

/** Two classes with their own owner, a student in both, and a task in each. */
async function makeClasses(request: APIRequestContext) {
  const { token } = await logIn(request, demoAdmin);
  const headers = { authorization: token };
  const say = async (path: string, data: object) => {
    const reply = await request.post(`/api/v1${path}`, { headers, data });
    expect(reply.status(), path).toBeLessThan(300);
    return (await reply.json()).data;
  };
  const key = randomUUID().slice(0, 8);
  const student = await registerStudent(request);
  const made = await say('/staff', {
    id: `W${key}`,
    name: `Owner ${key}`,
    email: `w${key}@example.edu`,
  });
  const owner = { id: `W${key}`, password: made.password };
  const term = { name: `Term ${key}`, startsOn: '2026-07-01', endsOn: '2099-12-31' };
  const { termId } = await say('/terms', term);
  const classes = [`Graphs ${key}`, `Trees ${key}`];
  for (const name of classes) {
    const { classId } = await say('/classes', { name, subject: 'CS', termId });
    const members = `/classes/${classId}/members`;
    await say(members, { personIds: [owner.id], role: 'owner' });
    await say(members, { personIds: [student.id], role: 'student' });
    await say('/auth/create-assignment', {
      title: `Task of ${name}`,
      assignment: 'Write a program.',
      path: '',
      filename: '',
      audience: { everyone: true, inClass: { classId, sections: [] } },
    });
  }
  return { owner, student, classes };
}

test('a teacher selects a class for all lists, and a student finds their work by class', async ({
  page,
  request,
}) => {
  const {
    owner,
    student,
    classes: [graphs = '', trees = ''],
  } = await makeClasses(request);
  await beSignedIn(page, owner);
  await page.goto('/admin/dashboard/assignments');
  const task = (name: string) => page.getByRole('link', { name: `Task of ${name}` }).first();
  await expect(task(graphs)).toBeVisible();
  await expect(task(trees)).toBeVisible();
  const choice = page.getByRole('combobox', { name: 'Class', exact: true });
  await choice.fill(trees);
  await page.getByRole('option', { name: trees }).click();
  await expect(page).toHaveURL(/\?class=[0-9a-f-]{36}$/);
  await expect(task(trees)).toBeVisible();
  await expect(task(graphs)).toBeHidden();
  await expectNoFindings(page, 'the assignments of one class');

  await page.reload();
  await expect(choice).toHaveValue(new RegExp(`^${trees}`));
  const menu = page.getByRole('navigation', { name: 'Admin dashboard' });
  await menu.getByRole('link', { name: 'Students' }).click();
  await expect(page).toHaveURL(/students\?class=/);
  await page.goto('/admin/dashboard/profile');
  await menu.getByRole('link', { name: 'Assignments' }).click();
  await expect(page, 'this browser remembers it').toHaveURL(/assignments\?class=/);
  await choice.click();
  await page.getByRole('option', { name: 'All classes' }).click();
  await expect(task(graphs)).toBeVisible();

  await beSignedIn(page, student);
  await page.goto('/dashboard/user');
  const due = page.getByRole('region', { name: 'Due and running now' });
  for (const name of [graphs, trees]) {
    await expect(due.getByRole('heading', { name })).toBeVisible();
    await expect(due.getByText(`Task of ${name}`)).toBeVisible();
  }
  const own = page.getByRole('region', { name: 'My classes' });
  await expect(own.getByRole('listitem')).toHaveCount(2);
  await expect(own).toContainText(`Owner ${owner.id.slice(1)}`);
  await expectNoFindings(page, 'the dashboard of a student in two classes');
});
