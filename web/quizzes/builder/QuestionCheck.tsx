import { checkProgram } from '@vlabs/contract/quizzes/program-checks';
import type { TypedKindQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { call } from '../../platform/calls/call.ts';
import { ProgramCheck } from '../../runs/cases/ProgramCheck.tsx';
import { listQuestionMistakes } from '../drafts/draft-mistakes.ts';

/** Runs the programs of a question as publishing does, and wrong programs besides. */
export function QuestionCheck({ question }: { question: TypedKindQuestion }) {
  if (kinds[question.Kind].judged === null) return null;
  const isWhole = Object.keys(listQuestionMistakes(question)).length === 0;
  return (
    <ProgramCheck
      asked={question}
      check={async ({ key: _key, ...body }) => (await call(checkProgram, { body })).data}
      isSame={(one, other) => one.Body === other.Body && one.Key === other.Key}
      isWhole={isWhole}
      changed="The question was changed after this check."
      about={
        isWhole
          ? 'Runs the solution, the starters, and wrong programs on the test cases. A test is published only if its programs pass this check.'
          : 'Complete the question to check its program.'
      }
    />
  );
}
