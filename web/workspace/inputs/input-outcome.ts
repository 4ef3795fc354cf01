import type { InputResult } from '../running/run-result.ts';

export interface InputOutcome {
  tone: 'passed' | 'different';
  /** One or two words. */
  text: string;
}

/** What a result on one input means to who wrote what is expected of it. */
export function inputOutcome(result: InputResult, hasExpectation: boolean): InputOutcome {
  if (result.verdict === 'accepted') {
    return { tone: 'passed', text: hasExpectation ? 'Passed' : 'Ran to its end' };
  }
  if (result.verdict === 'wrong_answer') return { tone: 'different', text: 'Different' };
  if (result.verdict === 'memory_limit')
    return { tone: 'different', text: 'Memory Limit Exceeded' };
  if (result.verdict === 'output_limit')
    return { tone: 'different', text: 'Output Limit Exceeded' };
  return { tone: 'different', text: result.description };
}
