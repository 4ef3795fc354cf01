import { expect, type Page, test } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { beSignedIn, demoAdmin } from './people.ts';
import { sitQuiz } from './quiz-sitting.ts';

const widths = [360, 768, 1440];

async function expectNoFindingsAtAnyWidth(page: Page, where: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoFindings(page, `${where} at ${width} px`);
  }
}

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing while a test is sat, submitted and followed, in the ${scheme} scheme`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const { quiz, student, sitting } = await sitQuiz(page);
    await sitting.option(1, 2).check();
    await page.getByRole('button', { name: 'Flag question 1' }).click();
    await expect(sitting.saved).toHaveText(/^Saved/);
    await expectNoFindingsAtAnyWidth(page, 'one question');
    await page.getByText('All on one page').click();
    await expect(sitting.question(4)).toBeVisible();
    await expectNoFindingsAtAnyWidth(page, 'all questions');
    await sitting.submit.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindingsAtAnyWidth(page, 'the question before the submission');
    await page.getByRole('button', { name: 'Submit now' }).click();
    await expect(page.getByRole('heading', { name: 'Quiz Submitted Successfully!' })).toBeVisible();
    await expectNoFindingsAtAnyWidth(page, 'the submitted page');
    await page.goto('/tests');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectNoFindingsAtAnyWidth(page, 'the list of tests');

    await beSignedIn(page, demoAdmin);
    await page.goto(`/admin/dashboard/quizview/${quiz.id}`);
    await expect(page.getByRole('row').filter({ hasText: student.id })).toBeVisible();
    await expectNoFindingsAtAnyWidth(page, 'live control');
    await page.getByRole('button', { name: 'Give extra time' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindingsAtAnyWidth(page, 'extra time');
    await page.goto(`/admin/dashboard/quizview/${quiz.id}/${student.id}`);
    await expect(page.getByRole('table', { name: 'Timeline' })).toBeVisible();
    await expectNoFindingsAtAnyWidth(page, 'a timeline');
  });
}
