// npm test: installs what is missing, then runs the static checks, the tests and the core journeys.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bringPackagesOfTests, bringTestPackages } from '../prepare.mjs';
import { root, runCommand, step } from '../steps.mjs';
import { conclude, phase, runChecks, runJourneys, runVitest } from './phases.mjs';

async function test() {
  await step('Packages', bringPackagesOfTests);
  await step('System packages', bringTestPackages);
  await rm(join(root, 'test-results'), { recursive: true, force: true });
  await mkdir(join(root, 'test-results'));

  // Tests wait half of their time, so the checks and the build run at the same time.
  const beside = runChecks({ beside: true });
  const words = ['--project', 'rules', '--project', 'services'];
  const tests = await phase('tests', () => runVitest('tests', words));
  const checks = await phase('static checks and web pages', () => beside);
  const journeys = await phase('journeys', () => runJourneys('journeys', ['--project', 'core']));
  return conclude([tests, checks, journeys]);
}

await runCommand(test);
