import { isAccepted, isStopped, type RunResult } from './run-result.ts';

/** Explains a result and suggests what to try next, for beginners. */
export function resultAdvice(result: RunResult): string | null {
  if (isAccepted(result)) return null;
  // Somebody else stopped the run; the message says who and why.
  if (isStopped(result) && result.message?.startsWith('Stopped: ')) return null;
  if (isStopped(result)) {
    return result.stdout === '' && result.stderr === ''
      ? 'You stopped the program before it finished. It had printed nothing.'
      : 'You stopped the program before it finished. Its output so far is kept.';
  }
  if (hasReadBeyondInput(result)) return MORE_INPUT;
  const byVerdict = result.verdict === null ? undefined : ADVICE_BY_VERDICT[result.verdict];
  return byVerdict ?? ADVICE_BY_STATUS[result.statusId] ?? null;
}

/** What Python and Java print when a program reads on at the end of its input. */
const BEYOND_INPUT =
  /^EOFError\b|java\.util\.NoSuchElementException.*\n\s*at java\.base\/java\.util\.Scanner\./m;
const MORE_INPUT =
  'The program asked for more input than there is. Enter its input in User Input, as many lines as it reads.';

const hasReadBeyondInput = ({ stderr }: RunResult): boolean => BEYOND_INPUT.test(stderr);

const ADVICE_BY_VERDICT: Record<string, string> = {
  memory_limit:
    'The program exceeded the memory limit. Check for arrays that are too large and lists that keep growing.',
  output_limit:
    'The program printed too much, so it was stopped and its output was cut. Check for a loop that prints forever.',
};

const ADVICE_BY_STATUS: Record<number, string> = {
  5: 'The program did not finish in time. Check for an endless loop, or for input that it waits for but User Input does not contain.',
  6: 'The program could not be compiled. Start with the first error: it often causes the others.',
  7: 'The program accessed memory it may not use. Check for an array index out of bounds, an uninitialised pointer, or endless recursion.',
  8: 'The program wrote a file larger than allowed. Write less data.',
  9: 'The program did invalid arithmetic, such as dividing an integer by zero.',
  10: 'The program aborted itself. Check for a failed assertion or an uncaught exception.',
  11: 'The program exited with an error. In C and C++, check that main returns 0; in other languages, check for an uncaught exception.',
  12: 'The program was terminated by a signal.',
  13: 'The service failed, not your program. Execute it again.',
  14: 'The program could not be started. Execute it again.',
};
