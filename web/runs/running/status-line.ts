import { type InputResult, isAccepted, isStopped, type RunResult } from './run-result.ts';
import type { RunState } from './run-state.ts';

export interface StatusLine {
  text: string;
  tone: 'quiet' | 'busy' | 'good' | 'bad';
}

/** The status line: one short text that is true at every step of a run. */
export function statusLine(state: RunState): StatusLine {
  switch (state.step) {
    case 'idle':
      return { text: 'Not submitted yet', tone: 'quiet' };
    case 'sending':
      return { text: state.isStopping ? 'Stopping' : 'Sending', tone: 'busy' };
    case 'under-way':
      return { text: underWayText(state), tone: 'busy' };
    case 'ended':
      return endedLine(state.result, state.order.trace ? 'Traced' : 'Accepted');
    case 'failed':
      break;
  }
  return state.failure === 'empty' || state.failure === 'refused'
    ? { text: 'Not submitted', tone: 'bad' }
    : { text: 'Result unknown', tone: 'bad' };
}

const PHASE_WORDS = {
  compiling: 'Compiling',
  running: 'Running',
  processing: 'Processing',
} as const;

function underWayText(state: Extract<RunState, { step: 'under-way' }>): string {
  if (state.isUnreachable) return 'No answer, retrying';
  if (state.isStopping) return 'Stopping';
  if (state.phase !== 'queued') return PHASE_WORDS[state.phase];
  return state.queuePlace === null ? 'In queue' : `In queue (${ordinal(state.queuePlace + 1)})`;
}

/** @param word for a program that ended well */
function endedLine(result: RunResult, word: string): StatusLine {
  if (isStopped(result)) return { text: 'Stopped', tone: 'quiet' };
  if (result.results && result.results.length > 1) return inputsLine(result.results);
  if (isAccepted(result)) {
    const { timeSeconds } = result;
    const text = timeSeconds === null ? result.description : `${word} in ${timeSeconds} s`;
    return { text, tone: 'good' };
  }
  // Judge0 has no statuses for these two limits, and the one it reports is misleading.
  if (result.verdict === 'memory_limit') return { text: 'Memory Limit Exceeded', tone: 'bad' };
  if (result.verdict === 'output_limit') return { text: 'Output Limit Exceeded', tone: 'bad' };
  return { text: result.description, tone: 'bad' };
}

function inputsLine(results: readonly InputResult[]): StatusLine {
  const good = results.filter(({ verdict }) => verdict === 'accepted').length;
  const tone = good === results.length ? 'good' : 'bad';
  return { text: `${good} of ${results.length} passed`, tone };
}

const suffixes = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
  ['other', 'th'],
]);
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });

export function ordinal(place: number): string {
  return `${place}${suffixes.get(ordinalRules.select(place)) ?? 'th'}`;
}
