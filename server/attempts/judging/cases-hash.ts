import { kindOf } from '@vlabs/kinds/kinds';
import type { Question } from '../../quizzes/quizzes.reads.ts';
import { hashOf } from '../results/grading.ts';

/** Identifies what a program is run on and how its outputs are compared; names and points change no judgement. */
export function casesHashOf({ kind, body, key }: Pick<Question, 'kind' | 'body' | 'key'>): string {
  const cases = kindOf(kind).judged?.testCases({ body, key }) ?? [];
  return hashOf(JSON.stringify(cases.map(({ name: _name, points: _points, ...run }) => run)));
}
