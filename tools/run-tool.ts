import { PublicError } from '../server/platform/errors.ts';
import { StartFailure } from '../server/platform/start-failure.ts';

/** A command that was called in a wrong way; the message says the right one. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Runs a command to its end: what a person can mend is told in one line, the rest with its stack. */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isTold =
      error instanceof PublicError || error instanceof StartFailure || error instanceof UsageError;
    console.error(isTold ? error.message : error);
    process.exitCode = 1;
  }
}
