import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programEnvironment } from '../program-environment.ts';
import { buildBoxPrograms } from './box-programs.ts';
import { BubblewrapSandbox } from './bubblewrap.ts';
import { ConfinementError } from './groups/control-group.ts';
import { findControlGroups } from './groups/find-control-groups.ts';
import { ProgramInput } from './program-input.ts';

const BYTES_PER_KB = 1024;
const FILE_BYTES = 30_000_000;

/** A sandbox in this process; null if it may not make control groups. */
async function openSandbox(folder: string): Promise<BubblewrapSandbox | null> {
  try {
    return new BubblewrapSandbox({
      programs: await buildBoxPrograms(folder),
      sharedFolder: folder,
      systemFiles: () => [],
      environment: {},
      groups: findControlGroups(`vlabs-${process.pid}-files`),
      ready: 1,
      onFailure: (error) => console.error(error),
    });
  } catch (error) {
    if (!(error instanceof ConfinementError)) throw error;
    return null;
  }
}

const ask = {
  command: {
    words: ['/usr/bin/true'],
    environment: programEnvironment,
    mergeStderr: false,
    limits: {
      stdoutBytes: BYTES_PER_KB,
      stderrBytes: BYTES_PER_KB,
      fileBytes: BYTES_PER_KB,
      stackBytes: 1024 * BYTES_PER_KB,
      openFiles: 16,
      cpuSeconds: 10,
    },
  },
  processes: 4,
  cpuTimeMs: 40_000,
  wallTimeMs: 80_000,
  onOutput: () => undefined,
};

test('a program whose files alone exceed its memory gets a memory limit, even if they exist before', async ({
  skip,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-files-'));
  const sandbox = await openSandbox(folder);
  try {
    if (sandbox === null) {
      skip('This process may make no control groups.');
      return;
    }
    const box = await sandbox.open();
    box.put({ name: 'a.out', mode: 0o755, bytes: Buffer.alloc(FILE_BYTES) });
    // Frames are handled in order, so the file exists when this one is answered.
    await box.collect({ suffix: '.none', maxBytes: 0 });
    const stdin = ProgramInput.of(Buffer.alloc(0));
    const { signal } = new AbortController();
    const ending = await box.run({ ...ask, memoryKb: 4096, stdin, signal });
    expect(ending).toMatchObject({ stopped: 'memory', exitSignal: 9 });
    expect(box.canServeAgain).toBe(false);
    await sandbox.discard(box);
  } finally {
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  }
});
