import { isExpected } from '@vlabs/contract/runs/compare-output';
import type { NamedInput } from '../inputs/inputs.ts';
import { isAccepted, type InputResult, type RunResult } from './run-result.ts';

const WRONG_ANSWER = { statusId: 4, description: 'Wrong Answer', verdict: 'wrong_answer' };

/** Compares the outputs of inputs that have a rule; the server has compared the others. */
export function compareByRules(result: RunResult, inputs: readonly NamedInput[] | null): RunResult {
  if (!result.results || !inputs?.some(({ rule }) => rule)) return result;
  const results = result.results.map((one, at) => compareOne(one, inputs[at]));
  const isWrong = results.some(({ verdict }) => verdict === WRONG_ANSWER.verdict);
  return { ...result, results, ...(isWrong && isAccepted(result) && WRONG_ANSWER) };
}

function compareOne(result: InputResult, input: NamedInput | undefined): InputResult {
  if (!input?.rule || result.verdict !== 'accepted') return result;
  const isRight = isExpected(result.stdout, input.expectedOutput, input.rule);
  return isRight ? result : { ...result, ...WRONG_ANSWER };
}
