// Installs what is missing and runs the main journeys in Firefox. Plain Node 18, like start.mjs.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { bringFirefox, bringPackagesOfTests, buildWeb, findNode } from './prepare.mjs';
import { root, runBounded, runCommand, step } from './steps.mjs';

const RESULTS = join(root, 'test-results/firefox');
/** Several times the normal duration; a run that hangs is ended. */
const TIMEOUT_MS = 60 * 60_000;

async function testFirefox() {
  await step('Packages', bringPackagesOfTests);
  await step('System packages', bringFirefox);
  await step('Web pages', buildWeb);
  await rm(RESULTS, { recursive: true, force: true });
  const path = `${dirname(findNode())}${delimiter}${process.env.PATH ?? ''}`;
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  const words = [playwright, 'test', '--config', 'lab/firefox', ...process.argv.slice(2)];
  const env = { ...process.env, PATH: path };
  const code = await runBounded(findNode(), words, { env, timeoutMs: TIMEOUT_MS });
  const { stats, suites } = readResults();
  const { expected, unexpected, flaky, skipped } = stats;
  for (const reason of reasonsOfSkips(suites)) console.log(`\nSkipped: ${reason}`);
  console.log(
    `\nFirefox: ${expected + flaky} passed (${flaky} of them not at the first try), ${unexpected} failed, ${skipped} skipped; its pages are shown in test-results/firefox/pictures`,
  );
  return code;
}

/** A run that ended before it could count its tests counts as one failure. */
function readResults() {
  try {
    return JSON.parse(readFileSync(join(RESULTS, 'results.json'), 'utf8'));
  } catch {
    return { stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 }, suites: [] };
  }
}

/** Each skipped journey with its reason. */
function reasonsOfSkips(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .flatMap(({ annotations }) => annotations)
        .filter(({ type }) => type === 'skip')
        .map(({ description }) => `${file}: ${title}\n  ${description}`),
    ),
    ...reasonsOfSkips(inner),
  ]);
}

await runCommand(testFirefox);
