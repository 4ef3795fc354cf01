import { ConfinementError } from './control-group.ts';
import { ProgramInput } from './program-input.ts';
import { BoxError, type Sandbox } from './sandbox.ts';

const MEGABYTE = 1024 * 1024;

/** Starts one harmless program in a box, so that a machine that cannot confine says so at once. */
export async function checkSandbox(sandbox: Sandbox): Promise<void> {
  try {
    const box = await sandbox.open();
    const ending = await box.run({
      command: {
        words: ['/usr/bin/true'],
        environment: {},
        mergeStderr: false,
        limits: {
          stdoutBytes: MEGABYTE,
          stderrBytes: MEGABYTE,
          fileBytes: 0,
          stackBytes: MEGABYTE,
          openFiles: 16,
          cpuSeconds: 2,
        },
      },
      stdin: ProgramInput.of(Buffer.alloc(0)),
      memoryKb: 64_000,
      processes: 4,
      cpuTimeMs: 2000,
      wallTimeMs: 5000,
      signal: new AbortController().signal,
      onOutput: () => {},
    });
    await box.close();
    if ('notStarted' in ending || ending.exitCode !== 0)
      throw new BoxError('A harmless program did not end well.');
  } catch (error) {
    if (!(error instanceof BoxError)) throw error;
    throw new ConfinementError(`Programs cannot be confined: ${error.message}`, { cause: error });
  }
}
