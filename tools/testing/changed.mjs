// npm run test:changed: the tests that depend on the changes, then the journeys of the changed pages.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bringPackagesOfTests, bringTestPackages, buildWeb } from '../prepare.mjs';
import { root, runCommand, step } from '../steps.mjs';
import { journeysOf } from './journeys-of.mjs';
import { conclude, phase, runJourneys, runVitest } from './phases.mjs';

/** Failures are looked at immediately, so there are no retries and no long timeouts. */
const env = { TEST_RETRIES: '0', TEST_PATIENCE: process.env.TEST_PATIENCE ?? '0.25' };

async function testChanged() {
  const files = listChanged();
  if (files.length === 0) {
    console.log('Nothing has changed since the last commit or origin/main.');
    return 0;
  }
  await step('Packages', bringPackagesOfTests, { quiet: true });
  await step('System packages', bringTestPackages, { quiet: true });
  await mkdir(join(root, 'test-results'), { recursive: true });
  const sources = files.filter((file) => /\.(?:[cm]?tsx?|mjs|sql)$/.test(file));
  const words = ['--project', 'rules', '--project', 'services', '--bail', '1', '--passWithNoTests'];
  const tests = await phase('tests', () =>
    runVitest('tests', ['related', ...sources, ...words], { env }),
  );
  const journeys = journeysOf(files);
  if (tests.failed > 0 || journeys.length === 0) return conclude([tests]);
  await step('Web pages', buildWeb);
  const options = ['--project', 'core', '--max-failures', '1', ...journeys];
  return conclude([
    tests,
    await phase('journeys', () => runJourneys('journeys', options, { env })),
  ]);
}

/** The files that differ from the merge base with origin/main, or from the last commit if there is none. */
function listChanged() {
  const base = git('merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD';
  const changed = git('diff', '--name-only', '--diff-filter=d', base);
  const added = git('ls-files', '--others', '--exclude-standard');
  return [...changed, ...added].filter((file) => existsSync(join(root, file)));
}

/** The lines that git prints; none if it fails. */
function git(...words) {
  const stdio = ['ignore', 'pipe', 'ignore'];
  try {
    const text = execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio });
    return text.split('\n').filter((line) => line !== '');
  } catch {
    return [];
  }
}

await runCommand(testChanged);
