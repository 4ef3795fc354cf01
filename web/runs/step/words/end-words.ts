import {
  MAX_TRACE_BYTES,
  MAX_TRACE_DEPTH,
  MAX_TRACE_STEPS,
  TRACE_CPU_MS,
  type TraceEnd,
} from '@vlabs/contract/runs/trace/trace';
import { showUnseen } from './value-words.ts';

export interface EndWords {
  text: string;
  /** The program failed, or the trace is not all of it. */
  isBad: boolean;
}

const numbers = new Intl.NumberFormat('en-IN');

/** What the signals that students meet mean. */
const SIGNALS: ReadonlyMap<string, string> = new Map([
  ['SIGSEGV', 'It used memory that is not its own, for example through a null pointer.'],
  ['SIGFPE', 'It divided an integer by zero.'],
  ['SIGABRT', 'It stopped itself, for example after a failed assertion.'],
  ['SIGBUS', 'It used an address that does not exist.'],
  ['SIGILL', 'It ran an instruction that does not exist.'],
]);

const LIMITS = {
  steps: `Only the first ${numbers.format(MAX_TRACE_STEPS)} steps are shown. Use a smaller input to see the end.`,
  depth: `${MAX_TRACE_DEPTH} calls are open. Does a function call itself without end?`,
  bytes: `The steps are shown up to here: they hold more than ${MAX_TRACE_BYTES / 1024 / 1024} MB. Use a smaller input.`,
  time: `The steps are shown up to here: they took ${TRACE_CPU_MS / 1000} s. Use a smaller input.`,
  memory: 'The program used more memory than it may.',
  untraced: 'The program turned its tracing off, so the rest is not shown.',
  killed: 'The program was ended here.',
} as const;

/** Why a trace ends, in plain words. */
export function sayEnd({ end, code, text }: TraceEnd): EndWords {
  const shown = showUnseen(text ?? '');
  switch (end) {
    case 'exit':
      return (code ?? 0) === 0
        ? { text: 'The program ended.', isBad: false }
        : { text: `The program ended with status ${code}.`, isBad: true };
    case 'signal': {
      const name = shown === '' ? `signal ${code ?? ''}`.trim() : shown;
      return {
        text: `The program was ended by ${name}. ${SIGNALS.get(name) ?? ''}`.trim(),
        isBad: true,
      };
    }
    case 'exception':
      return {
        text: shown === '' ? 'An exception ended the program.' : `The program ended: ${shown}`,
        isBad: true,
      };
    default:
      return { text: LIMITS[end], isBad: true };
  }
}
