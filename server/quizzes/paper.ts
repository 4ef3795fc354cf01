import { createHash } from 'node:crypto';
import { z } from 'zod';
import { kindOf } from '@vlabs/kinds/kinds';
import { WHOLE, isSame, roundedMark } from '@vlabs/kinds/scoring/ratios';
import type { Asked, Question } from './questions.queries.ts';
import type { Quiz } from './quizzes.queries.ts';

/** One question as one student sees it, with its key in the same order. Numbers count from 1. */
export interface PaperQuestion extends Asked {
  /** As this student sees it. */
  number: number;
  /** As the teacher ordered it. */
  originalNumber: number;
  kind: Question['kind'];
  points: Question['points'];
  /** For each option shown, its place in the teacher's order; empty where there are none to mix. */
  originalOptions: number[];
  marking: Question['marking'];
  /** Which of the question's forms is asked: 0 is the question itself, 1 its first variant. */
  variant: number;
}

/** What of a paper differs from student to student: the questions by the teacher's numbers, in their order. */
export const PaperLayout = z.array(
  z.object({
    number: z.int(),
    /** Which of the question's forms is asked. */
    variant: z.int(),
    /** For each option shown, its place in the teacher's order. */
    options: z.array(z.int()),
  }),
);
export type PaperLayout = z.infer<typeof PaperLayout>;

type Shuffled = Pick<Quiz, 'uniqueId' | 'shuffleQuestions' | 'shuffleOptions' | 'shuffleSecret'>;

/**
 * The questions as one student is asked them, in their order and with their numbers: the same
 * whenever it is asked again, and another for the next student where the quiz shuffles. Who does not
 * know the quiz's secret can compute none of them.
 *
 * @param student the roll number, or the layout that was kept in its place
 */
export function makePaper(
  quiz: Shuffled,
  questions: readonly Question[],
  student: string | PaperLayout,
): PaperQuestion[] {
  const layout = typeof student === 'string' ? layOut(quiz, questions, student) : student;
  const byNumber = new Map(questions.map((question) => [question.number, question]));
  return layout.flatMap(({ number, variant, options }, index) => {
    const question = byNumber.get(number);
    if (!question) return [];
    const { kind, points, marking } = question;
    const asked = [question, ...question.variants][variant] ?? question;
    return {
      number: index + 1,
      originalNumber: number,
      originalOptions: options,
      variant,
      kind,
      points,
      marking,
      title: asked.title,
      ...kindOf(kind).inOrder(asked, options),
    };
  });
}

/** As it follows from the roll number. */
export function layOut(
  quiz: Shuffled,
  questions: readonly Question[],
  studentId: string,
): PaperLayout {
  const seed = `${quiz.shuffleSecret}${quiz.uniqueId}/${studentId.toLowerCase()}`;
  const ordered = quiz.shuffleQuestions ? shuffle(questions, `${seed}/questions`) : questions;
  return ordered.map(({ number, kind, body, variants }) => {
    const count = kindOf(kind).countOptions(body);
    const places = Array.from({ length: count }, (_, place) => place + 1);
    return {
      number,
      variant: draw(variants.length + 1, `${seed}/variant/${number}`),
      options: quiz.shuffleOptions ? shuffle(places, `${seed}/options/${number}`) : places,
    };
  });
}

/**
 * The mark of an answer, null where there is none: below 0 where a wrong one costs. A share of points is rounded
 * to hundredths, half away from 0; the four options give their whole score or nothing.
 */
export function markOf(question: Marked, answer: string | null, scorePerQuestion: number): number {
  const points = question.points ?? scorePerQuestion;
  if (question.marking !== 'by_key') return question.marking === 'everyone' ? points : 0;
  if (answer === null) return 0;
  const share = kindOf(question.kind).score(question, answer);
  if (isSame(share, WHOLE)) return points;
  return roundedMark(points, share);
}
type Marked = Pick<PaperQuestion, 'kind' | 'points' | 'marking' | 'body' | 'key'>;

/** Does the answer give all that the question can give? Null: there is none. */
export function isRight(question: Marked, answer: string | null): boolean {
  if (question.marking !== 'by_key') return question.marking === 'everyone';
  return answer !== null && isSame(kindOf(question.kind).score(question, answer), WHOLE);
}

/** The most that the questions that count can give. */
export function fullScoreOf({
  fullScore,
  scorePerQuestion,
  totalQuestions,
  leftOut,
}: Pick<Quiz, 'fullScore' | 'scorePerQuestion' | 'totalQuestions' | 'leftOut'>): number {
  // 3 × 0.1 is 0.3.
  return fullScore ?? Number((scorePerQuestion * (totalQuestions - leftOut)).toFixed(9));
}

/** The quiz as it is when these are its questions and their keys. */
export function countingBy(quiz: Quiz, questions: readonly Question[]): Quiz {
  const counting = questions.filter(({ marking }) => marking !== 'left_out');
  const leftOut = questions.length - counting.length;
  if (quiz.fullScore === null) return { ...quiz, leftOut };
  const points = counting.map((question) => question.points ?? quiz.scorePerQuestion);
  const fullScore = Number(points.reduce((sum, one) => sum + one, 0).toFixed(9));
  return { ...quiz, leftOut, fullScore };
}

/** By the hash of each place, so that the order hangs on nothing but the seed. */
function shuffle<Item>(items: readonly Item[], seed: string): Item[] {
  return items
    .map((item, index) => ({ item, rank: hash(`${seed}/${index}`) }))
    .toSorted((one, other) => Buffer.compare(one.rank, other.rank))
    .map(({ item }) => item);
}

/** Most questions have one form only, so most draws need no hash. */
const draw = (count: number, seed: string): number =>
  count === 1 ? 0 : hash(seed).readUInt32BE(0) % count;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
