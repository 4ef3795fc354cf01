import { setImmediate } from 'node:timers/promises';
import type { AnsweredAs, ItemFigures, QuizFigures } from '@vlabs/contract/insight/insight';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { dividedBy, ratio, type Ratio } from '@vlabs/contract/kinds/scoring/ratios';
import { type Question, type Quiz, makePaper } from '../quizzes/quizzes.reads.ts';
import { earningOf } from '../attempts/attempts.reads.ts';
import { analyseQuiz } from './quiz-statistics.ts';
import type { SubmittedAttempt } from './submitted-attempts.queries.ts';

/** This many different typed answers are listed; the rest are counted together. */
const MAX_TOLD_APART = 10;

/** Attempts that are read before other calls have their turn. */
const AT_ONCE = 10;

interface Answer {
  mark: number;
  /** In the teacher's numbering, and of a program its judgement; null for none. */
  answer: string | null;
}

export interface Analysis {
  figures: QuizFigures;
  items: (ItemFigures & { isFour: boolean; answers: AnsweredAs[]; none: number })[];
}

type AnalysedQuiz = Parameters<typeof makePaper>[0] & Pick<Quiz, 'scorePerQuestion'>;
type Attempt = Pick<
  SubmittedAttempt,
  'personId' | 'answers' | 'judgements' | 'keptShares' | 'paper'
>;

/** Statistics of a quiz as Moodle shows them, with marks and scores in per cent. */
export async function analyseAttempts(
  quiz: AnalysedQuiz,
  questions: readonly Question[],
  attempts: readonly Attempt[],
): Promise<Analysis> {
  const answers: Answer[][] = [];
  for (const [place, attempt] of attempts.entries()) {
    // Programs are hashed and papers laid out, so other calls have their turn.
    if (place % AT_ONCE === 0) await setImmediate();
    answers.push(readAnswers(quiz, questions, attempt));
  }
  // An excluded question is in no total, so it has no statistics.
  const counting = questions.flatMap(({ marking, kind }, place) =>
    marking === 'left_out' || kindOf(kind).asksNothing ? [] : [place],
  );
  const pointsAt = (place: number) => questions[place]?.points ?? quiz.scorePerQuestion;
  // Full points or none are integers, so that rounding cannot make equal quizzes differ.
  const areAlike = counting.every(
    (place) =>
      pointsAt(place) === quiz.scorePerQuestion &&
      answers.every((row) => [0, quiz.scorePerQuestion].includes(row[place]?.mark ?? 0)),
  );
  const unit = areAlike ? quiz.scorePerQuestion : 1;
  const fullMarks = counting.map((place) => pointsAt(place) / unit);
  const fullTotal = fullMarks.reduce((sum, mark) => sum + mark, 0);
  const found = analyseQuiz(
    answers.map((row) => counting.map((place) => (row[place]?.mark ?? 0) / unit)),
    fullMarks,
  );
  const best = bestThird(answers, counting);
  const ofTotal = (value: number | null) => (value === null ? null : (100 * value) / fullTotal);
  const figures = {
    ...found.quiz,
    mean: ofTotal(found.quiz.mean),
    median: ofTotal(found.quiz.median),
    standardDeviation: ofTotal(found.quiz.standardDeviation),
    standardError: ofTotal(found.quiz.standardError),
  };
  const items = questions.flatMap((question, place) => {
    if (kindOf(question.kind).asksNothing) return [];
    const at = counting.indexOf(place);
    const item = found.questions[at];
    const fullMark = fullMarks[at] ?? 0;
    return {
      isFour: question.isFour,
      number: question.number,
      facility: inPercent(item?.facility ?? null),
      fullyRight: item ? shareOfFull(answers, place, pointsAt(place)) : null,
      standardDeviation: inPercent(divide(item?.standardDeviation ?? null, fullMark)),
      randomGuessScore: guessOf(question),
      intendedWeight: item ? (100 * fullMark) / fullTotal : 0,
      effectiveWeight: item?.effectiveWeight ?? null,
      discriminationIndex: item?.discriminationIndex ?? null,
      discriminativeEfficiency: item?.discriminativeEfficiency ?? null,
      ...countAnswers(question, place, { answers, best }),
    };
  });
  return { figures, items };
}

/** Per cent of the attempts with all points of a question; null without attempts. */
function shareOfFull(answers: readonly Answer[][], place: number, points: number): number | null {
  const full = answers.filter((row) => row[place]?.mark === points);
  return answers.length === 0 ? null : (100 * full.length) / answers.length;
}

const inPercent = (part: number | null) => (part === null ? null : 100 * part);
const divide = (part: number | null, whole: number) =>
  part === null || whole === 0 ? null : part / whole;

function guessOf(question: Question): number | null {
  if (question.marking !== 'by_key') return null;
  const share = kindOf(question.kind).guess(question);
  return share && asPercent(share);
}

function asPercent(share: Ratio): number {
  const { over, under } = dividedBy(share, ratio(1, 100));
  return Number(over) / Number(under);
}

/** In the teacher's order, whatever the student saw. */
function readAnswers(
  quiz: AnalysedQuiz,
  questions: readonly Question[],
  { personId, paper, ...attempt }: Attempt,
): Answer[] {
  const read = new Map<number, Answer>();
  for (const asked of makePaper(quiz, questions, paper ?? personId)) {
    const { scored: given, points, share } = earningOf(asked, attempt, quiz.scorePerQuestion);
    const { fromOrder } = kindOf(asked.kind);
    read.set(asked.originalNumber, {
      mark:
        share.over === share.under ? points : (points * Number(share.over)) / Number(share.under),
      answer: given === null ? null : fromOrder(given, asked.originalOptions),
    });
  }
  return questions.map(({ number }) => read.get(number) ?? { mark: 0, answer: null });
}

/** The third with the highest totals, and everyone with the total of its last. */
function bestThird(answers: readonly Answer[][], counting: readonly number[]): Answer[][] {
  const totals = new Map(
    answers.map((row) => [row, counting.reduce((sum, at) => sum + (row[at]?.mark ?? 0), 0)]),
  );
  const ordered = answers.toSorted(
    (one, other) => (totals.get(other) ?? 0) - (totals.get(one) ?? 0),
  );
  const last = ordered[Math.ceil(ordered.length / 3) - 1];
  const least = last === undefined ? 0 : (totals.get(last) ?? 0);
  return ordered.filter((row) => (totals.get(row) ?? 0) >= least);
}

/** Counts each answer, among all and among the best third. */
function countAnswers(
  question: Question,
  place: number,
  { answers, best }: { answers: readonly Answer[][]; best: readonly Answer[][] },
) {
  const kind = kindOf(question.kind);
  const all = tally(question, place, answers);
  const ofBest = tally(question, place, best);
  const listed = kind.listClasses(question.body);
  const byCount = [...all.counts].toSorted(
    ([name, one], [otherName, other]) => other - one || (name < otherName ? -1 : 1),
  );
  const names = listed ?? byCount.slice(0, MAX_TOLD_APART).map(([name]) => name);
  const shown: AnsweredAs[] = names.map((name) => ({
    ...kind.showClass(question, name),
    name,
    count: all.counts.get(name) ?? 0,
    countOfBest: ofBest.counts.get(name) ?? 0,
  }));
  const others = byCount.slice(MAX_TOLD_APART);
  if (listed === null && others.length > 0) {
    const sum = (counts: Map<string, number>) =>
      others.reduce((total, [name]) => total + (counts.get(name) ?? 0), 0);
    const counted = { count: sum(all.counts), countOfBest: sum(ofBest.counts) };
    shown.push({
      name: null,
      label: 'other answers',
      called: 'others',
      isRight: false,
      ...counted,
    });
  }
  return { answers: shown, none: all.none };
}

interface Tally {
  counts: Map<string, number>;
  none: number;
}

function tally(question: Question, place: number, answers: readonly Answer[][]): Tally {
  const { classesOf } = kindOf(question.kind);
  const counts = new Map<string, number>();
  let none = 0;
  for (const row of answers) {
    const answer = row[place]?.answer ?? null;
    if (answer === null) none++;
    else
      for (const name of classesOf(question.body, answer, question.key))
        counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return { counts, none };
}
