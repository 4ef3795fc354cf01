import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { mixedQuestions, mixedSettings } from '../../../server/testing/acts/mixed-quiz.ts';
import { expectNoFindingsAnywhere } from '../../axe.ts';
import { beSignedIn, demoAdmin, logIn, registerStudent } from '../../people.ts';

const HOUR_MS = 3_600_000;

test('while a test closes other work, its pages say so, and the dashboard leads back to the test', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const id = randomUUID();
  const topic = `Lab exam ${id.slice(0, 8)}`;
  const { token } = await logIn(request, demoAdmin);
  const made = await request.post('/api/v1/auth/quizData/', {
    headers: { authorization: token },
    data: {
      unique_id: id,
      settings: { ...mixedSettings, closesWork: true },
      questions: mixedQuestions,
      formDetails: {
        TotalQuestions: Object.keys(mixedQuestions).length,
        ScorePerQuestion: 5,
        SubjectId: 'Data Structures',
        ClassName: 'CSE-4',
        TimeLimit: '2',
        startTime: new Date(Date.now() - HOUR_MS).toISOString(),
        endTime: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
        topic,
      },
    },
  });
  expect(made.status()).toBe(201);
  const student = await registerStudent(request);
  await beSignedIn(page, student);
  await page.goto(`/tests/quiz/${id}`);
  await expect(page.getByRole('group', { name: /^Question 1 / })).toBeVisible();
  const reason = `You are taking the test “${topic}”. Assignments and earlier programs open again when you have submitted it.`;

  await page.goto('/assignments');
  await expect(page.getByText(reason)).toBeVisible();
  await page.goto('/Workspace');
  await expect(page.getByText('Your earlier programs are closed.')).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expectNoFindingsAnywhere(page, 'the Workspace during a test that closes it');
  await page.goto('/dashboard/user');
  await expect(page.getByText(reason)).toBeVisible();
  const running = page.getByRole('listitem').filter({ hasText: topic });
  await expect(running.getByText('Resume')).toBeVisible();
  await page.goto(`/tests/quiz/${id}`);
  await page.getByRole('button', { name: 'Submit Quiz' }).click();
  await page.getByRole('button', { name: 'Submit now' }).click();
  await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
  await page.goto('/assignments');
  await expect(page.getByText('Total Assigned')).toBeVisible();
  await expect(page.getByText(reason)).toBeHidden();
});
