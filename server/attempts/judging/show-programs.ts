import type { ProgramOfAttempt } from '@vlabs/contract/attempts/judging';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import {
  BY_HAND,
  type PaperQuestion,
  casesHashOf,
  hashOf,
  judgementKey,
  programOf,
} from '../../quizzes/quizzes.reads.ts';
import type { Attempt } from '../store/attempts.queries.ts';
import { answerOf, earningOf } from '../rules/earnings.ts';
import { type Judgement, asJudgements } from '../store/judgements.queries.ts';

interface Known {
  attempt: Pick<Attempt, 'answers' | 'keptShares' | 'submittedAt'>;
  judgements: readonly Judgement[];
  /** How often the student ran it. */
  runs: number;
  markVersion: number;
  maxFaults: number;
  scorePerQuestion: number;
}

/** A program as the teacher sees it. A judgement of another text or of other test cases is not shown. */
export function showProgram(question: PaperQuestion, known: Known): ProgramOfAttempt {
  const { number, originalNumber, title, kind } = question;
  const { attempt, judgements, maxFaults, scorePerQuestion } = known;
  const program = programOf(question, answerOf(attempt.answers, number));
  const own = program && {
    number,
    language: program.language,
    sha256: hashOf(program.text),
    casesSha256: casesHashOf(question),
  };
  const found = (own && judgements.find((one) => judgementKey(one) === judgementKey(own))) ?? null;
  const byHand = judgements.find((one) => one.number === number && one.casesSha256 === BY_HAND);
  const scorable = { ...attempt, judgements: asJudgements(judgements) };
  const { points, mark, waits } = earningOf(question, scorable, scorePerQuestion);
  const stateOf = (): ProgramOfAttempt['state'] => {
    if (!attempt.submittedAt) return program ? 'working' : 'unanswered';
    if (byHand) return 'judged';
    if (!program) return 'unanswered';
    if (found && found.judgement !== null) return 'judged';
    return found && found.faults >= maxFaults ? 'failed' : 'waiting';
  };
  const cases = kindOf(kind).judged?.testCases(question) ?? [];
  return {
    number,
    originalNumber,
    title,
    language: program?.language ?? null,
    text: program?.text ?? null,
    runs: known.runs,
    state: stateOf(),
    maxPoints: points,
    points: !attempt.submittedAt || waits ? null : mark,
    isByHand: byHand !== undefined,
    markVersion: known.markVersion,
    judgedAt: (byHand ?? found)?.judgedAt?.toISOString() ?? null,
    tools: found?.tools ?? null,
    compileOutput: found?.report?.compileOutput ?? null,
    results: (found?.report?.results ?? []).map((result, at) => ({
      ...result,
      input: cases[at]?.input ?? null,
      expectedOutput: cases[at]?.expectedOutput ?? null,
    })),
  };
}
