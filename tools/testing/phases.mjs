// The phases of a test run and their report. Plain Node 18, like start.mjs.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { buildWeb, findNode, npmCommand } from '../prepare.mjs';
import { root, runBounded, runQuietly } from '../steps.mjs';

/**
 * Time limits of the phases in minutes, several times the normal duration. A phase that hangs is ended, and its
 * report says what it was doing.
 */
const PHASE_MINUTES = 30 * Number(process.env.TEST_PATIENCE ?? 1);
const SLOWEST = 10;
/** @type {string[]} */
const none = [];
const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: none, flaky: none, running: none };

const checks = ['format:check', 'types', 'lint', 'boundaries', 'unused', 'documents'];
/** Lower than the tests' priority, but not starved by other work, as at nice's default of 10. */
const BEHIND = '4';
const VITEST = join(root, 'node_modules/vitest/vitest.mjs');
const REPORTERS = ['--run', '--reporter=default', '--reporter=./tools/testing/report.ts'];
const PLAYWRIGHT = join(root, 'node_modules/@playwright/test/cli.js');

/** Runs `work` under a heading and prints its duration. */
export async function phase(name, work) {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const result = await work();
  console.log(`── ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return result;
}

/**
 * Runs Vitest with these arguments.
 *
 * @param {string} name of the report in test-results/
 * @param {string[]} words
 * @param {{ minutes?: number, env?: Record<string, string> }} [options]
 */
export const runVitest = (name, words, options) =>
  runReported(name, [VITEST, ...words, ...REPORTERS], options);

/** Runs Playwright with these arguments after `test`. */
export const runJourneys = (name, words, options) =>
  runReported(name, [PLAYWRIGHT, 'test', ...words], options);

async function runReported(name, words, { minutes = PHASE_MINUTES, env = {} } = {}) {
  const code = await runBounded(findNode(), words, {
    env: { ...environment(), TEST_REPORT: name, ...env },
    timeoutMs: minutes * 60_000,
  });
  return readReport(name, code);
}

/** A run that ended before its report counts as one failure. */
function readReport(name, code) {
  let report = NOTHING;
  try {
    const text = readFileSync(join(root, `test-results/${name}.json`), 'utf8');
    report = { ...NOTHING, ...JSON.parse(text) };
  } catch {
    console.error(`test-results/${name}.json was not written.`);
  }
  if (code === 0 || report.failed > 0) return report;
  const running = report.running.map((file) => `${file} (had not ended)`);
  return { ...report, failed: 1, failures: running.length > 0 ? running : [`${name} ended early`] };
}

/**
 * Runs the static checks and the build of the pages one after the other, because each uses all cores, at a lower
 * priority than the tests. Returns the failures and prints the output of failed checks.
 */
export async function runChecks({ web = true, beside = false } = {}) {
  const failures = [];
  const [npm, ...before] = npmCommand();
  for (const check of checks) {
    const command = [npm, ...before, 'run', '--silent', check];
    const [program, ...words] = beside ? ['nice', '-n', BEHIND, ...command] : command;
    const { code, output } = await runQuietly(program, words, { env: environment() });
    if (code === 0) continue;
    console.log(`\n── ${check} failed\n${output}`);
    failures.push(`npm run ${check}`);
  }
  if (web) failures.push(...(await failuresOfBuild()));
  return { ...NOTHING, failed: failures.length, failures };
}

async function failuresOfBuild() {
  try {
    await buildWeb();
    return [];
  } catch (error) {
    console.log(error.message);
    return ['the build of the pages'];
  }
}

/** Uses the Node that the product runs on. */
function environment() {
  return { ...process.env, PATH: [dirname(findNode()), process.env.PATH ?? ''].join(delimiter) };
}

/** Prints the slowest files, flaky tests, failures, and a line with the counts. Returns the exit code. */
export async function conclude(reports) {
  const all = (part) => reports.flatMap((report) => report[part] ?? []);
  const sum = (part) => reports.reduce((total, report) => total + report[part], 0);
  const slowest = all('files').sort((one, other) => other.ms - one.ms);
  if (slowest.length > 0) console.log('\nThe slowest files:');
  for (const { file, ms } of slowest.slice(0, SLOWEST))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);

  const flaky = all('flaky');
  await writeFile(join(root, 'test-results/flaky.json'), `${JSON.stringify(flaky, null, 2)}\n`);
  for (const name of flaky) console.log(`Flaky: ${name}`);
  for (const name of all('failures')) console.log(`Failed: ${name}`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  return sum('failed') > 0 ? 1 : 0;
}
