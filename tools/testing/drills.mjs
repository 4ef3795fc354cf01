// npm run test:drills [-- folder or name …]: the drills; see CONTRIBUTING.md.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bringPackagesOfTests, bringTestPackages, buildWeb } from '../prepare.mjs';
import { root, runCommand, step } from '../steps.mjs';
import { conclude, phase, runJourneys, runVitest } from './phases.mjs';

const MINUTES = 120;
const VITEST = ['--project', 'drills', '--project', 'differential', '--passWithNoTests'];
const JOURNEYS = ['--project', 'drills', '--pass-with-no-tests'];

async function runDrills() {
  const named = process.argv.slice(2);
  await step('Packages', bringPackagesOfTests);
  await step('System packages', bringTestPackages);
  await step('Web pages', buildWeb);
  await rm(join(root, 'test-results'), { recursive: true, force: true });
  await mkdir(join(root, 'test-results'));
  const options = { minutes: MINUTES };
  const drills = await phase('drills', () => runVitest('drills', [...VITEST, ...named], options));
  const journeys = await phase('drills in the browser', () =>
    runJourneys('journeys', [...JOURNEYS, ...named], options),
  );
  tellFolders([...drills.files, ...journeys.files]);
  return conclude([drills, journeys]);
}

/** The time of each folder, or of each feature if files are in one. */
function tellFolders(files) {
  const times = new Map();
  for (const { file, ms } of files) {
    const folder = file.split('/').slice(0, -1).slice(0, 2).join('/');
    times.set(folder, (times.get(folder) ?? 0) + ms);
  }
  console.log('\nBy folder:');
  for (const [folder, ms] of [...times].sort(([, one], [, other]) => other - one))
    console.log(`${(ms / 1000).toFixed(0).padStart(7)} s  ${folder}`);
}

await runCommand(runDrills);
