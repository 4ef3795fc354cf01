import type { InputResult } from '../running/run-result.ts';

export interface InputOutcome {
  tone: 'passed' | 'different';
  text: string;
}

/** The outcome on one input, from the point of view of its author. */
export function inputOutcome(result: InputResult, hasExpectation: boolean): InputOutcome {
  if (result.verdict === 'accepted') {
    return { tone: 'passed', text: hasExpectation ? 'Passed' : 'Finished' };
  }
  if (result.verdict === 'wrong_answer') return { tone: 'different', text: 'Different' };
  if (result.verdict === 'memory_limit')
    return { tone: 'different', text: 'Memory Limit Exceeded' };
  if (result.verdict === 'output_limit')
    return { tone: 'different', text: 'Output Limit Exceeded' };
  return { tone: 'different', text: result.description };
}
