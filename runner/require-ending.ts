import { BoxError, type NotStarted, type ProgramEnding } from './sandbox/sandbox.ts';

/** Error numbers of the kernel: ENOENT (no such file) and ENFILE (the machine's table of open files is full). */
const ENOENT = 2;
const ENFILE = 23;
/** The exit codes that shells use for a missing command and for one that cannot be executed. */
const NOT_FOUND = 127;
const CANNOT_RUN = 126;

const NOTHING_USED = {
  exitSignal: null,
  stopped: null,
  leftRunning: false,
  cpuTimeMs: 0,
  wallTimeMs: 0,
  starvedMs: 0,
  memoryKb: 0,
};

/**
 * The student's compiler options may produce a file that the kernel cannot execute. That is not a fault of the box,
 * and a retry would give the same result.
 */
export function requireEnding(ending: ProgramEnding | NotStarted): ProgramEnding {
  if (!('notStarted' in ending)) return ending;
  if (ending.notStarted === ENFILE)
    throw new BoxError(`The program could not be started (error ${ending.notStarted}).`);
  const exitCode = ending.notStarted === ENOENT ? NOT_FOUND : CANNOT_RUN;
  return { ...NOTHING_USED, exitCode };
}
