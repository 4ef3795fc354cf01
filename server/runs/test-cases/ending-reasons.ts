import { constants } from 'node:os';

/** What is known of a program's end; fields are absent if the program was not run. */
export interface Ending {
  verdict: string;
  message: string | null;
  exitCode: number | null;
  exitSignal: number | null;
}

const MAX_REASON = 300;
/** The last messages say why a program ended. */
const MAX_SEARCHED = 20_000;

const signalMeanings: Record<number, string> = {
  [constants.signals.SIGABRT]: 'the program aborted itself',
  [constants.signals.SIGBUS]: 'the program accessed memory it may not use',
  [constants.signals.SIGFPE]: 'invalid arithmetic, such as a division by zero',
  [constants.signals.SIGKILL]: 'the program was killed',
  [constants.signals.SIGSEGV]: 'the program accessed memory it may not use',
  [constants.signals.SIGXFSZ]: 'the program wrote a file larger than allowed',
};

/** Why a program failed: the limit, exception, signal or exit status. Null if it ended normally. */
export function findReason(ending: Ending, stderr: string): string | null {
  const { verdict, message, exitCode, exitSignal } = ending;
  if (verdict === 'accepted' || verdict === 'wrong_answer') return null;
  if (verdict !== 'runtime_error') return message === null ? null : bounded(message);
  // A limit that the runner has recognised.
  if (message !== null && !/^(?:Exited|Caught) /.test(message)) return bounded(message);
  const exception = findException(stderr.slice(-MAX_SEARCHED));
  if (exception !== null) return bounded(exception);
  if (exitSignal !== null) return describeSignal(exitSignal);
  return exitCode === null ? null : `Exit status ${exitCode}`;
}

function describeSignal(signal: number): string {
  const found = Object.entries(constants.signals).find(([, number]) => number === signal);
  const meaning = signalMeanings[signal];
  return `Signal ${found?.[0] ?? signal}${meaning === undefined ? '' : `: ${meaning}`}`;
}

const pythonFrame = /^\s*File "[^"]+", line \d+/;
const pythonException = /^[A-Za-z_][\w.]*(?:: .*)?$/;
const javaException = /^Exception in thread "[^"]*" (?<text>.+)$/;
const cppException = /^terminate called after throwing an instance of '(?<type>[^']+)'$/;
const cppWhat = /^ {2}what\(\): {2}(?<text>.*)$/;

/** The exception that ended a program in Python, Java or C++. */
function findException(stderr: string): string | null {
  const lines = stderr.split(/\r?\n/);
  const frame = lines.findLastIndex((line) => pythonFrame.test(line));
  const raised =
    frame < 0 ? undefined : lines.slice(frame + 1).find((line) => pythonException.test(line));
  if (raised !== undefined) return raised;
  const thrown = lines.findLast((line) => javaException.test(line));
  if (thrown !== undefined) return javaException.exec(thrown)?.groups?.['text'] ?? null;
  const at = lines.findLastIndex((line) => cppException.test(line));
  const type = cppException.exec(lines[at] ?? '')?.groups?.['type'];
  if (type === undefined) return null;
  const what = cppWhat.exec(lines[at + 1] ?? '')?.groups?.['text'];
  return what === undefined ? type : `${type}: ${what}`;
}

const bounded = (text: string): string =>
  (text.length > MAX_REASON ? `${text.slice(0, MAX_REASON)}…` : text).toWellFormed();
