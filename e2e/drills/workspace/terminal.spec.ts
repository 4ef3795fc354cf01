import { expect, type Page, test } from '@playwright/test';
import { HANG_MS } from '../../../runner/testing/patience.ts';
import { logIn, registerStudent } from '../../people.ts';
import { openTerminal } from '../../workspace/terminal-page.ts';
import { openWorkspace } from '../../workspace/workspace-page.ts';

// Skipped if programs cannot be confined here; the reason is printed at the start.
test.skip(() => process.env['VLABS_TEST_NO_RUNS'] !== undefined, 'no programs can be run here');

test('Escape and then Tab leave the terminal, and Ctrl+C interrupts its program', async ({
  page,
}) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('name = input("Who? ")\nprint("Hello,", name)\nwhile True: pass\n');
  const terminal = await openTerminal(page);
  await terminal.run();
  await expect(terminal.rows).toContainText('Who?');
  await page.keyboard.type('Amar');
  await page.keyboard.press('Enter');
  await expect(terminal.rows).toContainText('Hello, Amar');
  await page.keyboard.press('Tab');
  await expect(terminal.input).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(terminal.input).not.toBeFocused();
  await terminal.input.focus();
  await page.keyboard.press('Control+c');
  await expect(terminal.rows).toContainText('KeyboardInterrupt');
  await expect(terminal.rows).toContainText('Interrupted by Ctrl+C');
});

test('a letter with three million marks leaves the terminal usable', async ({ page }) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('print("a" + chr(0x301) * 3_000_000)\ninput("Still here? ")\n');
  const terminal = await openTerminal(page);
  await terminal.run();
  await expect(terminal.rows).toContainText('Still here?', { timeout: HANG_MS });
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(workspace.status).toHaveText('Stopped');
});

test('closing the page ends the program, and Stop does', async ({ page, context }) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('input("waiting ")\n');
  const terminal = await openTerminal(page);
  await terminal.run();
  await expect(terminal.rows).toContainText('waiting');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(workspace.status).toHaveText('Stopped');
  await terminal.run();
  await expect(terminal.rows).toContainText('waiting');
  await expect(workspace.status).toHaveText('Running');

  const token = JSON.parse(String(await page.evaluate('localStorage.getItem("auth")'))).token;
  const other = await context.newPage();
  await page.close();
  // Checked from outside: the run was ended by Stop.
  const headers = { authorization: token };
  const newest = async () => {
    const reply = await other.request.get('/judge0/submissions?per_page=1&fields=status,message', {
      headers,
    });
    return (await reply.json()).submissions[0];
  };
  await expect.poll(newest).toMatchObject({ message: 'Stopped' });
});

test('the page stays responsive in a flood of output and says what it cut', async ({ page }) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('n = 0\nwhile True:\n    n += 1\n    print("line", n)\n');
  const terminal = await openTerminal(page);
  await terminal.run();
  await expect(page.getByText('only the last 5,000 lines are kept')).toBeVisible();
  await terminal.input.focus();
  await page.keyboard.press('Control+c');
  await expect(terminal.rows).toContainText('The program has ended');
});

test('harmful escape sequences are ignored', async ({ page }) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write(`import sys
out = sys.stdout.write
for final in "bSTLM@PXIZ":
    out("x\\x1b[2147483647" + final)
out("\\x1b]0;taken\\x07\\x1b]52;c;eA==\\x07\\x1b]8;;https://example.com/\\x07link\\x1b]8;;\\x07")
out("\\x1b[?1049h\\x1b[?1000h\\x1b[?25l" + "\\r\\nstill here\\r\\n")
`);
  const terminal = await openTerminal(page);
  await terminal.run();
  await expect(terminal.rows).toContainText('The program has ended: Accepted');
  await expect(page).toHaveTitle('Workspace · V-labs');
  await expect(page.locator('.xterm').getByRole('link')).toHaveCount(0);
});

test('a refusal and a broken connection have different messages', async ({ page }) => {
  const workspace = await openWorkspace(page);
  await workspace.choose('Python');
  await workspace.write('input("waiting ")\n');
  await page.routeWebSocket('**/api/v1/runs/live', (socket) => {
    socket.onMessage(() => {
      socket.send(JSON.stringify({ event: 'refused', status: 429, reason: 'Try in 7 seconds.' }));
    });
  });
  const terminal = await openTerminal(page);
  await terminal.run();
  await expect(page.getByRole('alert')).toContainText('Submission failed. Please try again later.');
  await expect(page.getByRole('alert')).toContainText('Try in 7 seconds.');
  await page.routeWebSocket('**/api/v1/runs/live', (socket) => socket.close());
  await terminal.run();
  await expect(page.getByRole('alert')).toContainText('Check your connection');
  await expect(workspace.editor).toContainText('waiting');
});

/** A student elsewhere whose terminal is active all the time. */
async function takeTerminal(page: Page): Promise<WebSocket> {
  const { token } = await logIn(page.request, await registerStudent(page.request));
  const address = `${new URL(page.url()).origin.replace('http', 'ws')}/api/v1/runs/live`;
  const socket = new WebSocket(address);
  const source = 'import time\nwhile True:\n    print(".", flush=True)\n    time.sleep(1)\n';
  const window = { columns: 80, rows: 24 };
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ message: 'start', token, languageId: 71, source, window })),
  );
  const received: string[] = [];
  socket.addEventListener('message', ({ data }) => received.push(String(data)));
  await expect.poll(() => received.join(' ')).toContain('running');
  return socket;
}

test('if all terminals are in use the next one waits visibly, and an idle one is ended', async ({
  page,
  browser,
}) => {
  const idle = await openWorkspace(page);
  await idle.choose('Python');
  await idle.write('input("waiting ")\n');
  const left = await openTerminal(page);
  await left.run();
  await expect(left.rows).toContainText('waiting');
  const others = [await takeTerminal(page), await takeTerminal(page), await takeTerminal(page)];

  const context = await browser.newContext();
  const second = await context.newPage();
  const late = await openWorkspace(second);
  await late.choose('Python');
  await late.write('input("my turn ")\n');
  const wanted = await openTerminal(second);
  await wanted.run();
  await expect(wanted.rows).toContainText('All terminals are in use.');
  await expect(late.status).toHaveText('In queue (1st)');

  await expect(wanted.rows).toContainText('my turn');
  await expect(wanted.rows).not.toContainText('All terminals');
  await expect(left.rows).toContainText('The program has ended: Stopped: others wait');
  await expect(idle.status).toHaveText('Stopped');
  for (const socket of others) socket.close();
  await context.close();
});
