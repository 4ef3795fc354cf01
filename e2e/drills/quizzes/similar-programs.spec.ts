import { type APIRequestContext, expect, test } from '@playwright/test';
import { findings } from '../../axe.ts';
import { beSignedIn, demoAdmin, logIn, type NewStudent, registerStudent } from '../../people.ts';
import { makeProgramQuiz, programQuestion } from '../../quizzes/program-question.ts';

/** Long enough for the checks before publishing and two submissions. */
const UNTIL_END_MS = 30_000;
const STARTER = programQuestion.Body.starters.c;

const adding = `#include <stdio.h>

int main(void) {
    long long first, second;
    if (scanf("%lld %lld", &first, &second) != 2) return 1;
    long long total = first + second;
    if (total < 0) printf("-%lld\\n", -total);
    else printf("%lld\\n", total);
    return 0;
}
`;
const renamed = adding
  .replaceAll('first', 'a')
  .replaceAll('second', 'b')
  .replaceAll('total', 'sum');

async function submit(
  request: APIRequestContext,
  quizId: string,
  student: NewStudent,
  text: string,
) {
  const headers = { authorization: (await logIn(request, student)).token };
  const url = `/api/v1/auth/quiz/${quizId}`;
  const data = { userId: student.id };
  const started = await request.post(`${url}?startTime=1&endTime=2`, { headers, data });
  expect(started.status(), await started.text()).toBe(200);
  const markedAnswers = { 1: JSON.stringify({ language: 'c', drafts: { c: text } }) };
  const submissionTime = new Date().toISOString();
  const submitted = await request.post(`${url}/submit`, {
    headers,
    data: { ...data, submissionTime, markedAnswers },
  });
  expect(submitted.status(), await submitted.text()).toBe(200);
}

test('Rule 15: after the end a teacher compares the programs of a question and reads two of them', async ({
  page,
}) => {
  const { request } = page;
  const [one, other, idle] = [
    await registerStudent(request),
    await registerStudent(request),
    await registerStudent(request),
  ];
  const settings = { shuffleQuestions: false };
  const quiz = await makeProgramQuiz(request, settings, { endsInMs: UNTIL_END_MS });
  await submit(request, quiz.id, one, adding);
  await submit(request, quiz.id, other, renamed);
  await submit(request, quiz.id, idle, STARTER);
  await beSignedIn(page, demoAdmin);
  await page.goto(`/admin/dashboard/quizview/${quiz.id}`);
  await page.getByRole('link', { name: 'Similar programs of question 1' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Similarity' })).toBeVisible();
  await expect(page.getByText('This page informs and proves nothing.')).toBeVisible();

  const start = page.getByRole('button', { name: 'Compare the programs' });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/The test is in progress|Not compared yet/)).toBeVisible();
    await expect(start).toBeVisible({ timeout: 100 });
  }).toPass();
  await start.click();
  const pairs = page.getByRole('table', { name: 'Pairs' });
  const row = pairs.getByRole('row').filter({ hasText: one.name }).filter({ hasText: other.name });
  await expect(row).toContainText('100\u{A0}%');
  const rest = page.getByRole('table', { name: 'Not compared' });
  await expect(rest.getByRole('row').filter({ hasText: idle.name })).toContainText(
    'It’s the unchanged starter code.',
  );
  expect(await findings(page)).toEqual([]);

  await row.getByRole('link', { name: /side by side$/ }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(one.name);
  await expect(heading).toContainText(other.name);
  const texts = page.getByRole('textbox');
  await expect(texts).toHaveCount(2);
  await expect(texts.first().locator('.cm-shared-chosen').first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: `Attempt of ${one.name}` }).click();
  await expect(heading).toContainText(`Programs of ${one.name}`);
});
