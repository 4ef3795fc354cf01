import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { readPdf } from '../../server/testing/read-pdf.ts';
import { expectNoFindingsAnywhere } from '../axe.ts';
import { saveBy } from '../downloads.ts';
import { beSignedIn, registerStudent } from '../people.ts';
import { makeClass, makeTeacher } from './own-class.ts';

test('a teacher chooses the experiments, a student prints the record on a phone, and the teacher prints all', async ({
  page,
}) => {
  const name = `Record ${randomUUID().slice(0, 8)}`;
  const made = await makeClass(page, { name, subject: 'Data Structures' });
  const teacher = await makeTeacher(made, randomUUID(), 'owner');
  const student = await registerStudent(page.request);
  await made.add([student.id], 'student');
  const audience = { everyone: true, inClass: { classId: made.classId, sections: [] } };
  const assignment = '## Algorithm\nPrint it.\n\n## Aim\nSay hello.';
  const work = { title: 'Hello', assignment, maxMarks: 10, audience };
  const { id } = await made.post('/auth/create-assignment', work);
  await made.post('/auth/create-assignment', { ...work, title: 'Stack' });

  const token = await beSignedIn(page, student);
  const handIn = { kind: 'program', language: 71, source: 'print("hello", input())' };
  await page.request.post(`/api/v1/assignments/${id}/hand-ins`, {
    headers: { authorization: token },
    data: handIn,
  });

  await beSignedIn(page, teacher);
  await page.goto(`/admin/dashboard/classes/${made.classId}/record`);
  await page.getByLabel('Stack').click();
  await page.getByLabel('Hello').click();
  await page.getByRole('button', { name: 'Move Hello up' }).click();
  await page.getByLabel('Title of experiment 1').fill('Greeting');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the lab record of a class');

  await page.setViewportSize({ width: 360, height: 780 });
  await beSignedIn(page, student);
  await page.goto('/dashboard/user');
  await page.getByRole('link', { name: 'Your lab record' }).click();
  await page.getByRole('button', { name: 'Edit algorithm and input of Greeting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Greeting' });
  await dialog.getByLabel('Input').fill('Asha');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expectNoFindingsAnywhere(page, 'the lab record of a student');
  await page.setViewportSize({ width: 360, height: 780 });
  const own = await saveBy(page.getByRole('button', { name: 'Download PDF' }));
  const { text } = await readPdf(own.bytes);
  expect(text).toContain('Experiment 1: Greeting');
  expect(text).toContain('hello Asha');

  await page.setViewportSize({ width: 1440, height: 900 });
  await beSignedIn(page, teacher);
  await page.goto(`/admin/dashboard/classes/${made.classId}/record`);
  const all = await saveBy(page.getByRole('button', { name: 'Print all' }));
  expect(all.bytes.toString('latin1')).toContain(`${student.id} ${student.name}.pdf`);
});
