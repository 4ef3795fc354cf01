import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBoxPrograms } from '../sandbox/box-programs.ts';
import { BubblewrapSandbox } from '../sandbox/bubblewrap.ts';
import { ConfinementError } from '../sandbox/groups/control-group.ts';
import { findControlGroups } from '../sandbox/groups/find-control-groups.ts';

/**
 * A sandbox in this process.
 * @param name of its folder and control groups
 * @returns `sandbox` null if this process may make no control groups
 */
export async function openTestSandbox(
  name: string,
  onFailure: (error: unknown) => void = (error) => console.error(error),
): Promise<{ sandbox: BubblewrapSandbox | null; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), `vlabs-${name}-`));
  const sandbox = await openSandbox(folder, name, onFailure);
  return {
    sandbox,
    close: async () => {
      await sandbox?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openSandbox(folder: string, name: string, onFailure: (error: unknown) => void) {
  try {
    return new BubblewrapSandbox({
      programs: await buildBoxPrograms(folder),
      sharedFolder: folder,
      systemFiles: () => [],
      environment: {},
      groups: findControlGroups(`vlabs-${process.pid}-${name}`),
      ready: 1,
      onFailure,
    });
  } catch (error) {
    if (!(error instanceof ConfinementError)) throw error;
    console.warn(`Skipped: ${error.message}`);
    return null;
  }
}
