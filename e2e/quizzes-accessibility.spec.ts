import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { beSignedIn, demoAdmin } from './people.ts';
import { createButton, markCorrect, openBuilder, writeQuestion } from './quiz-builder-page.ts';

async function expectNoFindings(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`,
  );
  expect(findings, where).toEqual([]);
  const root = 'document.documentElement';
  expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`), where).toBe(0);
}

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
