import { kindOf } from '@vlabs/contract/kinds/kinds';
import { languageOf } from '@vlabs/contract/runs/languages';
import {
  type Attempt,
  asJudgements,
  earningOf,
  listJudgements,
  listSteps,
  receiptText,
  separatePrograms,
} from '../../attempts/attempts.reads.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  type PaperQuestion,
  type Question,
  type Quiz,
  fullScoreOf,
  makePaper,
  programOf,
  writeQuestion,
} from '../../quizzes/quizzes.reads.ts';
import { canonicalJson } from './canonical-json.ts';
import { type PrintedAnswer, attemptDocument } from './attempt-document.ts';
import type { ArchiveEntry, Print } from './entries.ts';
import type { ArchivedAttempt } from './tables.ts';

interface Sat {
  quiz: Quiz;
  questions: readonly Question[];
  attempt: Attempt;
  /** Its number, as paths have it. */
  number: string;
  print: Print;
}

/** The files of one attempt, which name nobody, and its row in the tables. */
export async function readAttempt(
  db: Database,
  { quiz, questions, attempt, number, print }: Sat,
): Promise<{ entries: ArchiveEntry[]; row: ArchivedAttempt }> {
  const paper = makePaper(quiz, questions, attempt.paper ?? attempt.personId);
  const judgements = quiz.judgedKinds.length > 0 ? await listJudgements(db, attempt) : [];
  const scorable = { ...attempt, judgements: asJudgements(judgements) };
  const asked = paper.map((question) => showAsked(question, scorable, quiz));
  const timeline = await readTimeline(db, attempt);
  const row = rowOf(quiz, { attempt, number, asked });
  const folder = `attempts/${number}`;
  const { answers, programs } = separatePrograms(paper, attempt.answers);
  const judged = judgements.map(({ faults: _faults, ...judgement }) => judgement);
  const entries = [
    { name: `${folder}/answers.json`, content: receiptText(answers, programs) },
    ...paper.flatMap((question) => listProgram(folder, question, attempt)),
    {
      name: `${folder}/attempt.json`,
      content: canonicalJson({ ...row, marks: undefined, questions: asked, judgements: judged }),
    },
    {
      name: `${folder}/timeline.json`,
      content: canonicalJson(timeline),
    },
    {
      name: `${folder}/attempt.pdf`,
      content: () =>
        print((institution) => {
          const shown = paper.map((question) => printedAnswer(question, scorable, quiz));
          return attemptDocument({ institution, quiz, row, answers: shown, timeline });
        }),
    },
  ];
  return { entries, row };
}

type Scorable = Parameters<typeof earningOf>[1];

/** A question as the student saw it, with its key, the answer and what it earns. */
function showAsked(question: PaperQuestion, scorable: Scorable, quiz: Quiz) {
  const { number, originalNumber, variant, originalOptions, marking } = question;
  const { points, mark, waits } = earningOf(question, scorable, quiz.scorePerQuestion);
  return {
    number,
    originalNumber,
    variant,
    originalOptions,
    marking,
    question: writeQuestion(question),
    answer: scorable.answers[String(number)] ?? null,
    points,
    mark: waits ? null : mark,
  };
}

function printedAnswer(question: PaperQuestion, scorable: Scorable, quiz: Quiz): PrintedAnswer {
  const { points, mark, waits, scored } = earningOf(question, scorable, quiz.scorePerQuestion);
  const answer = scorable.answers[String(question.number)] ?? null;
  const judgement = kindOf(question.kind).judged ? scored : null;
  return { question, answer, points, mark: waits ? null : mark, judgement };
}

interface Shown {
  attempt: Attempt;
  number: string;
  asked: readonly ReturnType<typeof showAsked>[];
}

function rowOf(quiz: Quiz, { attempt, number, asked }: Shown): ArchivedAttempt {
  const { startedAt, deadlineAt, submittedAt, submittedBy, score, receiptSha256 } = attempt;
  if (!submittedAt || submittedBy === null || receiptSha256 === null) {
    throw new Error('An attempt in progress can not be archived.');
  }
  return {
    number,
    state: score === null ? 'not judged' : 'judged',
    score,
    totalScore: fullScoreOf(quiz),
    startedAt: startedAt.toISOString(),
    deadlineAt: deadlineAt.toISOString(),
    submittedAt: submittedAt.toISOString(),
    submittedBy,
    receiptSha256,
    marks: Object.fromEntries(asked.map((one) => [String(one.originalNumber), one.mark])),
  };
}

function listProgram(folder: string, question: PaperQuestion, { answers }: Attempt) {
  const program = programOf(question, answers[String(question.number)] ?? null);
  if (!program) return [];
  const place = String(question.number).padStart(2, '0');
  const [extension = 'txt'] = languageOf(program.language).extensions;
  return [{ name: `${folder}/question-${place}.${extension}`, content: program.text }];
}

/** Other people and their addresses are in no file of an attempt. */
async function readTimeline(db: Database, attempt: Attempt) {
  const steps = await listSteps(db, attempt);
  return steps.map(({ by, address, browser, ...step }) => {
    if (by === attempt.personId) return { ...step, by: 'student', address, browser };
    return { ...step, by: by === 'server' ? 'server' : 'staff', address: null, browser: null };
  });
}
