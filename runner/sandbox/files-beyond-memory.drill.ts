import { expect, test } from 'vitest';
import { programEnvironment } from '../program-environment.ts';
import { openTestSandbox } from '../testing/test-sandbox.ts';
import { ProgramInput } from './program-input.ts';

const BYTES_PER_KB = 1024;
const FILE_BYTES = 30_000_000;

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
  const { sandbox, close } = await openTestSandbox('files');
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
    await close();
  }
});
