// The parts of a test run, and what is told of them. Plain Node 18, as start.mjs is.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { buildWeb, findNode, npmCommand } from '../prepare.mjs';
import { root, runBounded, runQuietly } from '../steps.mjs';

/** Several times what a phase takes, in minutes: one that hangs is ended, and its report says what it was doing. */
const PHASE_MINUTES = 30 * Number(process.env.TEST_PATIENCE ?? 1);
const SLOWEST = 10;
/** @type {string[]} */
const none = [];
const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: none, flaky: none, running: none };

const checks = ['format:check', 'types', 'lint', 'boundaries', 'unused', 'documents'];
/** Behind the tests, yet not starved by other work of the machine, as nice's own 10 is. */
const BEHIND = '4';
const VITEST = join(root, 'node_modules/vitest/vitest.mjs');
const REPORTERS = ['--run', '--reporter=default', '--reporter=./tools/testing/report.ts'];
const PLAYWRIGHT = join(root, 'node_modules/@playwright/test/cli.js');

/** Runs `work` under a heading and says how long it took. */
export async function phase(name, work) {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const result = await work();
  console.log(`── ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return result;
}

/**
 * Runs Vitest with these words.
 *
 * @param {string} name of the report in test-results/
 * @param {string[]} words
 * @param {{ minutes?: number, env?: Record<string, string> }} [options]
 */
export const runVitest = (name, words, options) =>
  runReported(name, [VITEST, ...words, ...REPORTERS], options);

/** Runs Playwright with these words after `test`. */
export const runJourneys = (name, words, options) =>
  runReported(name, [PLAYWRIGHT, 'test', ...words], options);

async function runReported(name, words, { minutes = PHASE_MINUTES, env = {} } = {}) {
  const code = await runBounded(findNode(), words, {
    env: { ...environment(), TEST_REPORT: name, ...env },
    timeoutMs: minutes * 60_000,
  });
  return readReport(name, code);
}

/** A run that broke off before its report says what failed has failed once. */
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
 * The static checks and the build of the pages, one after the other, as each uses all cores; behind
 * the tests that run beside them. The failures of those that failed, each shown with what it said.
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

/** On the Node that the product runs on. */
function environment() {
  return { ...process.env, PATH: [dirname(findNode()), process.env.PATH ?? ''].join(delimiter) };
}

/**
 * Prints the slowest files, what passed only when it was tried again, and what failed; last a line
 * with the counts. Answers with the exit code.
 */
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
