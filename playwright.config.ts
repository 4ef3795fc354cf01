import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { defineConfig } from '@playwright/test';
import { HANG_MS } from './runner/testing/patience.ts';

/** Chosen once: the test workers read this file again and must get the same port. */
process.env['VLABS_TEST_PORT'] ??= String(await findFreePort());

/** Journeys often wait, so there are more workers than the two cores of a small machine. */
const WORKERS = 3;

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
// Chromium's own sandbox refuses to run as root.
if (process.geteuid?.() === 0) flags.push('--no-sandbox');

export default defineConfig({
  projects: [
    { name: 'core', testDir: 'e2e', testIgnore: ['**/firefox/**', '**/drills/**'] },
    { name: 'drills', testDir: 'e2e/drills' },
  ],
  globalSetup: './e2e/start-product.ts',
  outputDir: 'test-results/browser',
  reporter: [['list'], ['./e2e/report.ts']],
  fullyParallel: true,
  workers: WORKERS,
  retries: process.env['TEST_RETRIES'] === '0' ? 0 : 2,
  // These limits only end tests that hang.
  timeout: 2 * HANG_MS,
  expect: { timeout: HANG_MS / 2 },
  use: {
    baseURL: `http://127.0.0.1:${process.env['VLABS_TEST_PORT']}`,
    launchOptions: { executablePath: '/usr/bin/chromium-headless-shell', args: flags },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
  },
});

/** Below the ephemeral ports, so that no connection takes it in the meantime. */
async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return findFreePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
