import type { ProgramOfAttempt } from '@vlabs/contract/quizzes/judging';
import { kindOf } from '@vlabs/kinds/kinds';
import type { PaperQuestion } from '../../quizzes/quizzes.reads.ts';
import type { Attempt } from '../attempts.queries.ts';
import { answerOf, hashOf } from '../results/grading.ts';
import { casesHashOf } from './cases-hash.ts';
import type { Judgement } from './judgements.queries.ts';

interface Known {
  attempt: Pick<Attempt, 'answers' | 'submittedAt'>;
  /** Of the question; null if there is none. */
  judgement: Judgement | null;
  maxFaults: number;
}

/** A program as the teacher sees it. A judgement of another text or of other test cases is not shown. */
export function showProgram(
  question: PaperQuestion,
  { attempt, judgement, maxFaults }: Known,
): ProgramOfAttempt {
  const { number, originalNumber, title, kind, body } = question;
  const { judged } = kindOf(kind);
  const answer = answerOf(attempt.answers, number);
  const program = answer === null ? null : (judged?.read(body, answer) ?? null);
  const isSame =
    judgement !== null &&
    program !== null &&
    judgement.sha256 === hashOf(program.text) &&
    judgement.language === program.language &&
    judgement.casesSha256 === casesHashOf(question);
  const found = isSame ? judgement : null;
  const cases = judged?.testCases(question) ?? [];
  const stateOf = (): ProgramOfAttempt['state'] => {
    if (!program) return 'unanswered';
    if (!attempt.submittedAt) return 'working';
    if (found && found.judgement !== null) return 'judged';
    return found && found.faults >= maxFaults ? 'failed' : 'waiting';
  };
  return {
    number,
    originalNumber,
    title,
    language: program?.language ?? null,
    text: program?.text ?? null,
    state: stateOf(),
    judgedAt: found?.judgedAt?.toISOString() ?? null,
    tools: found?.tools ?? null,
    compileOutput: found?.report?.compileOutput ?? null,
    results: (found?.report?.results ?? []).map((result, at) => ({
      ...result,
      input: cases[at]?.input ?? null,
      expectedOutput: cases[at]?.expectedOutput ?? null,
    })),
  };
}
