import { expect, test } from '@playwright/test';
import { findings } from '../axe.ts';
import { beSignedIn, registerStudent } from '../people.ts';
import { makeQuiz, sittingOf } from './quiz-sitting.ts';

test('a student who waits to start sees the place in line and the estimate, and the test opens by itself', async ({
  page,
}) => {
  const quiz = await makeQuiz(page.request);
  await beSignedIn(page, await registerStudent(page.request));
  const line = [
    { place: 812, seconds: 150, ticket: 'first' },
    { place: 9, seconds: 1, ticket: 'second' },
  ];
  const tickets: unknown[] = [];
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(`**/api/v1/auth/quiz/${quiz.id}`, async (route) => {
    tickets.push(route.request().postDataJSON().ticket);
    const data = line.shift();
    if (!data) return route.continue();
    // The second answer comes when the first one was looked at.
    if (data.place === 9) await isSeen;
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { success: false, code: 'start_queued', message: 'Wait.', data },
    });
  });
  await page.goto(quiz.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Many students are starting now',
  );
  await expect(page.getByRole('status').filter({ hasText: 'You are number' })).toHaveText(
    'You are number 812 in line. The test opens here by itself in about 3 minutes.',
  );
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await findings(page)).toEqual([]);
  goOn();
  await expect(page.getByText('You are number 9 in line.')).toContainText('about 1 second');
  await expect(sittingOf(page).timer).toBeVisible();
  expect(tickets).toEqual([undefined, 'first', 'second']);
});
