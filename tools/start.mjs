// Brings what is missing and starts the product. Plain Node 18 without packages, because on a
// fresh machine there is nothing else.
import { bringPackages, bringSystemPackages, buildWeb, findNode } from './prepare.mjs';
import { StepFailure, runCommand, runInPlace, step } from './steps.mjs';

/** Commands that run beside or without a server. */
const tools = {
  admin: 'tools/admin.ts',
  seed: 'tools/seed.ts',
  migrate: 'tools/migrate.ts',
  backup: 'tools/backup.ts',
  restore: 'tools/restore.ts',
  service: 'tools/service.ts',
  doctor: 'tools/doctor.ts',
};

async function start() {
  await step('Packages', bringPackages);
  await step('System packages', bringSystemPackages);
  await step('Web pages', buildWeb);
  return runInPlace(findNode(), ['server/main.ts'], { tied: true });
}

async function startTool(name, toolArguments) {
  const file = tools[name];
  if (file === undefined) {
    throw new StepFailure(
      `There is no command "${name}": use one of ${Object.keys(tools).join(', ')}.`,
    );
  }
  await step('Packages', bringPackages, { quiet: true });
  // What systemd starts may have no way to root.
  if (name === 'service') await step('System packages', bringSystemPackages, { quiet: true });
  return runInPlace(findNode(), [file, ...toolArguments]);
}

const [tool, ...toolArguments] = process.argv.slice(2);
await runCommand(() => (tool === undefined ? start() : startTool(tool, toolArguments)));
