import { expect, test } from '@playwright/test';
import { asAdmin, sitQuiz } from '../../quizzes/quiz-sitting.ts';

test('a page that gets no event stream learns extra time and announcements, and goes back to the stream', async ({
  page,
}) => {
  let isFull = true;
  const tried: boolean[] = [];
  await page.route('**/api/v1/auth/quiz/*/events?*', (route) => {
    tried.push(isFull);
    return isFull
      ? route.fulfill({
          status: 503,
          headers: { 'retry-after': '1' },
          json: { success: false, code: 'busy', message: 'The server is very busy.' },
        })
      : route.continue();
  });
  const { quiz, student, sitting } = await sitQuiz(page);
  const admin = await asAdmin(page.request, quiz);
  await admin.post('/extensions', { userIds: [student.id], minutes: 30, reason: 'Power cut.' });
  await admin.post('/announcements', { text: 'Question 2 has a misprint.' });
  const told = (text: string) => page.locator('output').getByText(text);
  await expect(told('Question 2 has a misprint.')).toBeVisible();
  await expect(sitting.timer).toHaveText(/^Time Left: 1(49|50):\d\d$/);
  isFull = false;
  await expect.poll(() => tried.at(-1)).toBe(false);
  await admin.post('/announcements', { text: 'Five minutes more for everybody.' });
  await expect(told('Five minutes more for everybody.')).toBeVisible();
  // The stream begins with all announcements, and each is shown once.
  await expect(told('Question 2 has a misprint.')).toHaveCount(1);
  expect(await admin.timeline(student)).not.toContain('connection-lost');
});
