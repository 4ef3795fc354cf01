import { expect, test } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { beSignedIn, demoAdmin } from './people.ts';
import { createButton, markCorrect, openBuilder, writeQuestion } from './quiz-builder-page.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the builder with everything open in the ${colorScheme} scheme`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await beSignedIn(page, demoAdmin);
    await openBuilder(page);
    await writeQuestion(page, 'What is $x^2$?\n\n```c\nint x;\n```', ['a', 'a', '`c`', 'd']);
    await markCorrect(page, 1);
    await page.getByRole('button', { name: 'From a template' }).click();
    await expectNoFindings(page, 'the template');
    await page.getByRole('button', { name: 'AI questions' }).click();
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await expect(page.getByText(/The reply is read/)).toBeVisible();
    await createButton(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoFindings(page, `the builder at ${width} px`);
    }
    await page.getByRole('button', { name: 'Preview as a student' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page, 'the preview');
  });
}
