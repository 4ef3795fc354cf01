import { expect, type Locator, type Page, test } from '@playwright/test';
import { scriptsOf } from '../../built-parts.ts';
import { openWorkspace } from '../../workspace/workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const byHand = {
  'C++':
    '#include <iostream>\nint main() { int n; std::cin >> n; std::cout << "twice: " << 2 * n; }',
  C: '#include <stdio.h>\nint main(void) { int n; scanf("%d", &n); printf("twice: %d", 2 * n); return 0; }',
  Java: 'public class Main { public static void main(String[] args) { System.out.print("twice: " + 2 * new java.util.Scanner(System.in).nextInt()); } }',
  Python: 'print("twice:", 2 * int(input()), end="")',
};

for (const [index, [language, program]] of Object.entries(byHand).entries()) {
  test(`a student works in ${language} with the keyboard alone`, async ({ page }) => {
    const workspace = await openWorkspace(page);
    await tabTo(page, page.getByLabel('Language'));
    for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown');
    await expect(workspace.editor).toContainText(`Write your ${language} program here.`);
    await tabTo(page, workspace.editor);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(program);
    // Tab indents while typing; after Escape it leaves the editor.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(workspace.editor).not.toBeFocused();
    await tabTo(page, workspace.input);
    await page.keyboard.type('21');
    await page.keyboard.press('Control+Enter');
    await expect(workspace.output).toHaveText('twice: 42');

    await page.keyboard.press('Control+s');
    await expect(page.getByText('Program saved as Version 1')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'History' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    const history = page.getByRole('dialog', { name: 'History' });
    await expect(history.getByRole('button', { name: /^Version 1/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(history).toBeHidden();
    await expect(page.getByRole('button', { name: 'History' })).toBeFocused();
  });
}

/** Moves the focus as a person without a mouse does. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    // In the editor Tab and Shift+Tab indent, until Escape is pressed.
    await page.keyboard.press('Escape');
    await page.keyboard.press(key);
  }
  throw new Error(`${target.toString()} is not reached by ${key}.`);
}

test('Ctrl+F searches the program', async ({ page }) => {
  const workspace = await openWorkspace(page);
  await workspace.write('int counter;\nint other;\ncounter = 1;\n');
  await workspace.editor.focus();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.type('counter');
  await expect(page.locator('.cm-searchMatch')).toHaveCount(2);
});

test('keys typed while the search opens do not go into the program', async ({ page }) => {
  const [script] = scriptsOf('runs/editor/editor-search.ts');
  const { promise: held, resolve: send } = Promise.withResolvers<void>();
  await page.route(`**${script}`, async (route) => {
    await held;
    await route.continue();
  });
  const workspace = await openWorkspace(page);
  await workspace.write('int counter;');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('counter');
  await expect(workspace.editor).toHaveText('int counter;');
  send();
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
});

test('Enter breaks the line, and Tab accepts the suggestion', async ({ page }) => {
  const workspace = await openWorkspace(page);
  await workspace.write('');
  await workspace.editor.focus();
  const suggestions = page.locator('.cm-tooltip-autocomplete');
  await page.keyboard.type('int counter; coun');
  await expect(suggestions).toContainText('counter');
  await page.keyboard.press('Tab');
  await expect(workspace.editor).toHaveText('int counter; counter');
  await page.keyboard.type('; count');
  await expect(suggestions).toContainText('counter');
  await page.keyboard.press('Enter');
  await expect(workspace.editor.locator('.cm-line')).toHaveCount(2);
});
