// Brings what is missing and runs every check and every test. Plain Node 18, as start.mjs is.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, dirname, join, relative } from 'node:path';
import {
  bringPackagesOfTests,
  bringTestPackages,
  buildWeb,
  findNode,
  npmCommand,
} from './prepare.mjs';
import { root, runBounded, runCommand, runQuietly, step } from './steps.mjs';

const checks = ['format:check', 'types', 'lint', 'boundaries', 'unused'];
/** Several times what a phase takes: one that hangs is ended, and what it told is seen. */
const PHASE_TIMEOUT_MS = 25 * 60_000;
const UNIT_RESULTS = 'test-results/unit.json';
const DIFFERENTIAL_RESULTS = 'test-results/differential.json';
const BROWSER_RESULTS = 'test-results/browser.json';

async function test() {
  await step('Packages', bringPackagesOfTests);
  await step('System packages', bringTestPackages);
  await rm(join(root, 'test-results'), { recursive: true, force: true });

  // The unit tests leave the cores idle while they wait, so the checks and the build run beside them.
  const beside = runBeside();
  const unit = await phase('test:unit', () => runVitest('test:unit', UNIT_RESULTS));
  const failedChecks = await phase('checks and web pages', () => beside);
  const differential = await phase('test:differential', () =>
    runVitest('test:differential', DIFFERENTIAL_RESULTS),
  );
  const browser = await phase('test:browser', runPlaywright);

  if (failedChecks.length > 0) console.log(`\nThese checks failed: ${failedChecks.join(', ')}.`);
  const sum = (name) => unit[name] + differential[name] + browser[name];
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  // Of the browser it was said just now.
  for (const name of [...unit.failures, ...differential.failures]) console.log(`Failed: ${name}`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  return failedChecks.length > 0 || sum('failed') > 0 ? 1 : 0;
}

/** Says how long a part of the tests took. */
async function phase(name, work) {
  const began = Date.now();
  console.log(`\n── ${name}`);
  const result = await work();
  console.log(`── ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return result;
}

/** The checks that failed, each shown with what it said; one after the other, as each uses all cores. */
async function runBeside() {
  const failed = [];
  for (const check of checks) {
    const { code, output } = await runQuietly(...scriptCommand(check));
    if (code === 0) continue;
    console.log(`\n── ${check} failed\n${output}`);
    failed.push(check);
  }
  try {
    await buildWeb();
  } catch (error) {
    console.log(error.message);
    failed.push('web pages');
  }
  return failed;
}

async function runVitest(script, results) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  return readCounts(results, await runBounded(...scriptCommand(script, reporters)), countVitest);
}

async function runPlaywright() {
  const code = await runBounded(...scriptCommand('test:browser'));
  return readCounts(BROWSER_RESULTS, code, countPlaywright);
}

/** How a script of package.json is run on the Node that the product runs on. */
function scriptCommand(script, scriptArguments = []) {
  const path = `${dirname(findNode())}${delimiter}${process.env.PATH ?? ''}`;
  const [npm, ...before] = npmCommand();
  const words = ['run', '--silent', script, '--', ...scriptArguments];
  const env = { ...process.env, PATH: path };
  return [npm, [...before, ...words], { env, timeoutMs: PHASE_TIMEOUT_MS }];
}

/** A run that broke off before it could count has failed once. */
function readCounts(file, code, count) {
  let counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  try {
    counts = count(JSON.parse(readFileSync(join(root, file), 'utf8')));
  } catch {
    console.error(`${file} was not written.`);
    return { ...counts, failed: 1 };
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function countVitest(results) {
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests,
    skipped: results.numPendingTests + results.numTodoTests,
    failures: results.testResults.flatMap(failuresOf),
  };
}

/** The tests of a file that failed; the file itself where it could not begin. */
function failuresOf({ name, status, assertionResults }) {
  const file = relative(root, name);
  const tests = assertionResults.filter((one) => one.status === 'failed');
  if (tests.length === 0 && status === 'failed') return [file];
  return tests.map(({ fullName }) => `${file}: ${fullName}`);
}

function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

await runCommand(test);
