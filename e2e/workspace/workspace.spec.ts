import { expect, test } from '@playwright/test';
import { beSignedIn, registerStudent, submitLogin } from '../people.ts';
import { openWorkspace, workspaceOf } from './workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

const doubler =
  '#include <iostream>\nint main() { int n; std::cin >> n; std::cout << "twice: " << 2 * n; }\n';

test('a student signs in, executes a C++ program that reads input, and sees its output', async ({
  page,
}) => {
  const student = await registerStudent(page.request);
  await page.goto('/login');
  await submitLogin(page, student);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Workspace' })
    .click();
  await expect(page).toHaveTitle('Workspace · V-labs');

  const workspace = workspaceOf(page);
  await expect(workspace.status).toHaveText('Not submitted yet');
  await expect(page.getByLabel('Language')).toHaveValue('54');
  await workspace.write(doubler);
  await workspace.input.fill('21\n');
  await workspace.execute();

  await expect(workspace.status).toHaveText(/^Accepted in \d+(\.\d+)? s$/);
  await expect(workspace.output).toHaveText('twice: 42');
  await expect(page.getByText(/^\d+(\.\d+)? s$/)).toBeVisible();
  await expect(page.getByText(/^\d+ Bytes/)).toBeVisible();
});

test('a compiler’s errors are shown, listed, and lead to their lines', async ({ page }) => {
  const workspace = await openWorkspace(page);
  await workspace.write('#include <iostream>\nint main() {\n\tint x = 1\n\tstd::cout << x;\n}\n');
  await workspace.execute();
  await expect(workspace.status).toHaveText('Compilation Error');
  await expect(workspace.output).toContainText('Error: main.cpp');

  const problem = page.getByRole('button', { name: /^Line 4 error: expected/ });
  await problem.click();
  await expect(workspace.editor).toBeFocused();
  await page.keyboard.insertText('// here ');
  await expect(workspace.editor).toContainText('// here std::cout');
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible();
});

test('what was typed is there after a reload, in each language, and not for another student', async ({
  page,
}) => {
  const first = await registerStudent(page.request);
  const second = await registerStudent(page.request);
  await beSignedIn(page, first);
  await page.goto('/Workspace');
  const workspace = workspaceOf(page);
  await workspace.write('// the C++ one');
  await workspace.choose('Python');
  await workspace.write('# the Python one');
  await workspace.input.fill('7 8 9');

  await page.reload();
  await expect(workspace.editor).toContainText('# the Python one');
  await expect(workspace.input).toHaveValue('7 8 9');
  await workspace.choose('C++');
  await expect(workspace.editor).toContainText('// the C++ one');

  await beSignedIn(page, second);
  await page.goto('/Workspace');
  await expect(workspace.editor).toContainText('Write your C++ program here.');
  await expect(workspace.input).toHaveValue('');
});
