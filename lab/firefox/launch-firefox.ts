#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startBidiRelay } from './bidi-relay.ts';

/**
 * Starts Debian's Firefox. Playwright takes this script for the browser and reads the relay's address. The relay
 * needs system access to set a preference of Firefox.
 */
const firefox = spawn(
  '/usr/bin/firefox-esr',
  [...process.argv.slice(2), '--remote-allow-system-access'],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
firefox.once('close', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => firefox.kill(signal));
}

const READY = 'WebDriver BiDi listening on ';
createInterface({ input: firefox.stderr }).on('line', async (line) => {
  if (!line.startsWith(READY)) console.error(line);
  else console.error(READY + (await startBidiRelay(line.slice(READY.length))));
});
