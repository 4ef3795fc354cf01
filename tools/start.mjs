// Installs what is missing and starts the product. Plain Node 18 without packages, because a
// fresh machine has nothing else.
import { bringPackages, bringSystemPackages, buildWeb, findNode } from './prepare.mjs';
import { StepFailure, runCommand, runInPlace, step } from './steps.mjs';

/** Commands that run next to a server or without one. */
const tools = {
  admin: 'tools/commands/admin.ts',
  seed: 'tools/commands/seed.ts',
  migrate: 'tools/commands/migrate.ts',
  backup: 'tools/commands/backup.ts',
  restore: 'tools/commands/restore.ts',
  service: 'tools/commands/service.ts',
  doctor: 'tools/commands/doctor.ts',
  languages: 'tools/commands/languages.ts',
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
      `Unknown command "${name}". Use one of: ${Object.keys(tools).join(', ')}.`,
    );
  }
  await step('Packages', bringPackages, { quiet: true });
  // A service of systemd may not be able to become root.
  if (name === 'service') await step('System packages', bringSystemPackages, { quiet: true });
  return runInPlace(findNode(), [file, ...toolArguments]);
}

const [tool, ...toolArguments] = process.argv.slice(2);
await runCommand(() => (tool === undefined ? start() : startTool(tool, toolArguments)));
