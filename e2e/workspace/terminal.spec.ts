import { expect, type Page, test } from '@playwright/test';
import { openTerminal } from './terminal-page.ts';
import { openWorkspace } from './workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const sum = `#include <stdio.h>
int main(void) {
  int a, b;
  printf("first number: ");
  scanf("%d", &a);
  printf("second number: ");
  scanf("%d", &b);
  printf("sum %d\\n", a + b);
}
`;

test('a C program that asks twice is answered twice, with the keyboard alone', async ({ page }) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('C');
  await workspace.write(sum);
  const opener = page.getByRole('button', { name: 'Terminal', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const runButton = page.getByRole('button', { name: 'Run in terminal' });
  await runButton.focus();
  await page.keyboard.press('Enter');
  const rows = page.locator('.xterm-rows');
  await expect(rows).toContainText('first number:');
  await expect(workspace.status).toHaveText('Running');
  await page.keyboard.type('19');
  await page.keyboard.press('Enter');
  await expect(rows).toContainText('second number:');
  await page.keyboard.type('24');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(rows).toContainText('sum 42');
  await expect(rows).toContainText('The program has ended: Accepted in');
  await expect(workspace.status).toHaveText(/^Accepted in \d+(\.\d+)? s$/);
});

const hindiAndEmoji = ['फ़रीदा', 'क्ष स्त्री', '👨‍👩‍👧🇮🇳❤️', 'ଓଡ଼ିଆ'];
const columns = [5, 5, 6, 3];

test('letters of Hindi and emoji stay whole, and text after them is in its column', async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  const lines = hindiAndEmoji.flatMap((text, index) => [
    `${text}|`,
    `${'.'.repeat(columns[index] ?? 0)}|`,
  ]);
  await workspace.write(lines.map((line) => `print("${line}")\n`).join(''));
  const terminal = await openTerminal(page);
  await terminal.run();
  await expect(terminal.rows).toContainText('The program has ended');
  await page.evaluate('document.fonts.ready');
  for (const [index, text] of hindiAndEmoji.entries()) {
    await expect.poll(() => distanceOfBars(page, 2 * index), text).toBeLessThan(1);
  }
  const spans: string[] = await page.evaluate(
    `Array.from(document.querySelectorAll('.xterm-rows span'), (span) => span.textContent)`,
  );
  for (const text of hindiAndEmoji) {
    const letters = Array.from(new Intl.Segmenter('hi').segment(text), ({ segment }) => segment);
    for (const letter of letters) {
      expect(
        spans.some((span) => span.includes(letter)),
        `${letter} is in one piece`,
      ).toBe(true);
    }
  }
});

/** How far apart, in pixels, the bars at the ends of a row and of the next one are. */
function distanceOfBars(page: Page, row: number): Promise<number> {
  return page.evaluate(`(() => {
    const at = (row) => {
      const walker = document.createTreeWalker(
        document.querySelectorAll('.xterm-rows > div')[row],
        NodeFilter.SHOW_TEXT,
      );
      while (walker.nextNode()) {
        const index = walker.currentNode.data.indexOf('|');
        if (index < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + 1);
        return range.getBoundingClientRect().left;
      }
      return NaN;
    };
    return Math.abs(at(${row}) - at(${row + 1}));
  })()`);
}
