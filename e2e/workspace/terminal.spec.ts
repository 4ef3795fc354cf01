import { expect, test } from '@playwright/test';
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
