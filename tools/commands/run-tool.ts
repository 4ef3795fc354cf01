import { PublicError } from '../../server/platform/errors.ts';
import { StartFailure } from '../../server/platform/start/start-failure.ts';

/** A command was called incorrectly; the message gives the correct form. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Runs a command. Errors that the user can fix are printed as one line, all others with their stack. */
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
