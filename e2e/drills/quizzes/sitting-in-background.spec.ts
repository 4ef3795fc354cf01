import { expect, test } from '@playwright/test';
import { asAdmin, sitQuiz } from '../../quizzes/quiz-sitting.ts';

test('a page in the background with throttled timers submits when the time is up', async ({
  page,
}) => {
  // Browsers throttle timers of a hidden tab: once a minute at best.
  await page.addInitScript(() => {
    const { setTimeout: set, setInterval: repeat } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, afterMs?: number) =>
        set(run, 'areTimersHeldBack' in globalThis ? 60_000 : afterMs),
      setInterval: (run: () => void, everyMs?: number) =>
        repeat(run, 'areTimersHeldBack' in globalThis ? 60_000 : everyMs),
    });
  });
  const { quiz, student, sitting } = await sitQuiz(page, { timeLimit: '0.0025' });
  await page.evaluate('globalThis.areTimersHeldBack = true');
  await sitting.option(1, 2).check();
  const { timeline } = await asAdmin(page.request, quiz);
  // The server itself would submit a minute after the time was up.
  await expect.poll(() => timeline(student)).toContain('submit');
});
