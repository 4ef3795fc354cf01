import { BoxError, type NotStarted, type ProgramEnding } from './sandbox/sandbox.ts';

/** Error numbers of the kernel: there is no such file; and the table of open files of the whole machine is full. */
const ENOENT = 2;
const ENFILE = 23;
/** The exit codes that shells give a command that is not there, and one that cannot be run. */
const NOT_FOUND = 127;
const CANNOT_RUN = 126;

/**
 * The student's own compiler options may have made something that the kernel runs for nobody: that is no fault
 * of the box, and another try would bring the same.
 */
export function requireEnding(ending: ProgramEnding | NotStarted): ProgramEnding {
  if (!('notStarted' in ending)) return ending;
  if (ending.notStarted === ENFILE)
    throw new BoxError(`The program could not be started (error ${ending.notStarted}).`);
  const exitCode = ending.notStarted === ENOENT ? NOT_FOUND : CANNOT_RUN;
  return { exitCode, exitSignal: null, stopped: null, cpuTimeMs: 0, wallTimeMs: 0, memoryKb: 0 };
}
