// Brings what is missing and runs every check and every test. Plain Node 18, as start.mjs is.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { bringPackages, bringTestPackages, buildWeb, findNode, npmCommand } from './prepare.mjs';
import { root, runCommand, runInPlace, step } from './steps.mjs';

const checks = ['format:check', 'types', 'lint', 'boundaries', 'unused'];
const UNIT_RESULTS = 'test-results/unit.json';
const DIFFERENTIAL_RESULTS = 'test-results/differential.json';
const BROWSER_RESULTS = 'test-results/browser.json';

async function test() {
  await step('Packages', bringPackages);
  await step('System packages', bringTestPackages);
  await rm(join(root, 'test-results'), { recursive: true, force: true });

  const failedChecks = [];
  for (const check of checks) {
    if ((await runScript(check)) !== 0) failedChecks.push(check);
  }
  const unit = await runVitest('test:unit', UNIT_RESULTS);
  const differential = await runVitest('test:differential', DIFFERENTIAL_RESULTS);
  await step('Web pages', buildWeb);
  const browserCode = await runScript('test:browser');
  const browser = readCounts(BROWSER_RESULTS, browserCode, countPlaywright);

  if (failedChecks.length > 0) console.log(`\nThese checks failed: ${failedChecks.join(', ')}.`);
  const sum = (name) => unit[name] + differential[name] + browser[name];
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  return failedChecks.length > 0 || sum('failed') > 0 ? 1 : 0;
}

async function runVitest(script, results) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  return readCounts(results, await runScript(script, reporters), countVitest);
}

/** Runs a script of package.json on the Node that the product runs on. */
function runScript(script, scriptArguments = []) {
  const path = `${dirname(findNode())}${delimiter}${process.env.PATH ?? ''}`;
  const [npm, ...before] = npmCommand();
  const words = ['run', '--silent', script, '--', ...scriptArguments];
  console.log(`\n── ${script}`);
  return runInPlace(npm, [...before, ...words], { env: { ...process.env, PATH: path } });
}

/** A run that broke off before it could count has failed once. */
function readCounts(file, code, count) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
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
  };
}

function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

await runCommand(test);
