import { ConfinementError } from '../groups/control-group.ts';
import { ProgramInput } from '../program-input.ts';
import { listRestrictions } from './restrictions.ts';
import { BoxError, type NotStarted, type ProgramEnding, type Sandbox } from '../sandbox.ts';

const MEGABYTE = 1024 * 1024;
/** Generous for a busy machine: only a failed restriction may fail a check. */
const PATIENT_MS = 20_000;

interface Check {
  /** The claim, as the end of "the sandbox does not …". */
  claim: string;
  words: string[];
  /** Default: PATIENT_MS. */
  wallTimeMs?: number;
  isHeld: (ending: ProgramEnding, output: string) => boolean;
}

/** Small programs of the system, each of which tests one restriction of the sandbox. */
const CHECKS: Check[] = [
  {
    claim: 'run a harmless program',
    words: ['/usr/bin/true'],
    isHeld: ({ exitCode }) => exitCode === 0,
  },
  {
    claim: 'run programs as an unprivileged user',
    words: ['/usr/bin/id', '-u'],
    isHeld: (_, output) => Number(output) > 0,
  },
  {
    claim: 'end a program that uses too much memory',
    words: ['/usr/bin/tail', '/dev/zero'],
    isHeld: ({ stopped }) => stopped === 'memory',
  },
  {
    claim: 'end a program that runs for too long',
    words: ['/usr/bin/sleep', '60'],
    wallTimeMs: 100,
    // On a busy machine it may not have begun to sleep.
    isHeld: ({ stopped }) => stopped === 'wall_time' || stopped === 'starved',
  },
  {
    claim: 'bound the number of processes',
    words: ['/bin/sh', '-c', 'for i in 1 2 3 4 5 6 7 8 9; do sleep 60 & done'],
    isHeld: ({ exitCode }) => exitCode !== 0,
  },
  {
    claim: 'refuse new namespaces',
    words: ['/usr/bin/unshare', '--user', '/usr/bin/true'],
    isHeld: ({ exitCode }) => exitCode !== 0,
  },
  {
    claim: 'hide the passwords of the machine',
    words: ['/usr/bin/cat', '/etc/shadow'],
    isHeld: ({ exitCode }, output) => exitCode !== 0 && output === '',
  },
  {
    claim: 'keep programs from writing to the system',
    words: ['/usr/bin/touch', '/usr/planted'],
    isHeld: ({ exitCode }) => exitCode !== 0,
  },
];

/**
 * Tests the restrictions of the sandbox with programs that do no harm if one is missing. Throws a ConfinementError
 * that names the missing restriction; such a runner runs nothing.
 * @param restrictions settings that may forbid boxes on this machine, with advice
 */
export async function checkSandbox(
  sandbox: Sandbox,
  restrictions: () => string[] = listRestrictions,
): Promise<void> {
  await Promise.all(CHECKS.map((check) => requireHeld(sandbox, check, restrictions)));
}

async function requireHeld(
  sandbox: Sandbox,
  check: Check,
  restrictions: () => string[],
): Promise<void> {
  const printed: Buffer[] = [];
  let ending: ProgramEnding | NotStarted;
  try {
    ending = await tryProgram(sandbox, check, (bytes) => printed.push(bytes));
  } catch (error) {
    if (!(error instanceof BoxError)) throw error;
    const advice = [error.message, ...restrictions()].join(' ');
    throw new ConfinementError(`Programs cannot be confined: ${advice}`, { cause: error });
  }
  const isHeld =
    !('notStarted' in ending) && check.isHeld(ending, Buffer.concat(printed).toString('utf8'));
  if (!isHeld)
    throw new ConfinementError(`Programs cannot be confined: the sandbox does not ${check.claim}.`);
}

async function tryProgram(
  sandbox: Sandbox,
  { words, wallTimeMs = PATIENT_MS }: Check,
  onOutput: (bytes: Buffer) => void,
): Promise<ProgramEnding | NotStarted> {
  const box = await sandbox.open();
  try {
    return await box.run({
      command: {
        words,
        environment: {},
        mergeStderr: false,
        limits: {
          stdoutBytes: MEGABYTE,
          stderrBytes: MEGABYTE,
          fileBytes: MEGABYTE,
          stackBytes: MEGABYTE,
          openFiles: 16,
          cpuSeconds: 2,
        },
      },
      stdin: ProgramInput.of(Buffer.alloc(0)),
      memoryKb: 16_000,
      processes: 4,
      cpuTimeMs: 2000,
      wallTimeMs,
      signal: new AbortController().signal,
      onOutput: (stream, bytes) => (stream === 'stdout' ? onOutput(bytes) : undefined),
    });
  } finally {
    await sandbox.discard(box);
  }
}
