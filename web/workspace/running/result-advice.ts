import { isAccepted, isStopped, type RunResult } from './run-result.ts';

/** What the result means and what to try next, for someone who meets it for the first time. */
export function resultAdvice(result: RunResult): string | null {
  if (isAccepted(result)) return null;
  // It was not the person who ended it, and the message says who and why.
  if (isStopped(result) && result.message?.startsWith('Stopped: ')) return null;
  if (isStopped(result)) {
    return result.stdout === '' && result.stderr === ''
      ? 'You ended the program before it was done, and it had printed nothing.'
      : 'You ended the program before it was done. What it had printed is kept.';
  }
  const byVerdict = result.verdict === null ? undefined : adviceByVerdict[result.verdict];
  return byVerdict ?? adviceByStatus[result.statusId] ?? null;
}

const adviceByVerdict: Record<string, string> = {
  memory_limit:
    'The program asked for more memory than a run may have. Look for arrays that are too large and for lists that never stop growing.',
  output_limit:
    'The program printed more than is kept, so the output is cut and the program was ended. Look for a loop that prints without end.',
};

const adviceByStatus: Record<number, string> = {
  5: 'The program was ended because it did not finish in time. Look for a loop that never ends, or for input that it waits for and User Input does not hold.',
  6: 'The compiler could not build the program. Start with the first error: the later ones often come from it.',
  7: 'The program used memory that is not its own. Look for an index outside its array, a pointer that was never set, or recursion without end.',
  8: 'The program wrote a file that is larger than allowed.',
  9: 'The program did arithmetic that has no result, such as an integer divided by zero.',
  10: 'The program gave up by itself, as a failed assertion or an exception that nothing catches does.',
  11: 'The program ended with an error. In C and C++, main returns 0 when all is well; in Java and Python, an exception was not caught.',
  12: 'The program was ended by a signal.',
  13: 'The fault lies with the service, not with your program. Execute it again.',
  14: 'The program could not be started. Execute it again.',
};
