import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Chosen once: the test workers read this file again and must come to the same port. */
process.env['VLABS_TEST_PORT'] ??= String(await findFreePort());

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
  testDir: 'e2e',
  testIgnore: '**/firefox/**',
  globalSetup: './e2e/start-product.ts',
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  // A journey waits now and then for what takes its time.
  workers: availableParallelism() + 1,
  // Claims nothing: a journey of several pages takes its time where others work on the machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://127.0.0.1:${process.env['VLABS_TEST_PORT']}`,
    launchOptions: { executablePath: '/usr/bin/chromium-headless-shell', args: flags },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    screenshot: 'only-on-failure',
  },
});

/** Below those that the system gives to connections, so that nothing takes it meanwhile. */
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
