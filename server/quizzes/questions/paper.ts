import { hash } from 'node:crypto';
import { z } from 'zod';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { NOTHING, type Ratio, WHOLE, isSame } from '@vlabs/contract/kinds/scoring/ratios';
import type { Asked, Question } from './questions.queries.ts';
import type { Quiz } from '../store/quizzes.queries.ts';

/** A question as one student sees it, with its key in the same order. Numbers count from 1. */
export interface PaperQuestion extends Asked {
  /** In this student's numbering. */
  number: number;
  /** In the teacher's numbering. */
  originalNumber: number;
  kind: Question['kind'];
  isFour: Question['isFour'];
  points: Question['points'];
  /** For each option shown, its position in the teacher's order; empty without options to shuffle. */
  originalOptions: number[];
  marking: Question['marking'];
  /** The variant: 0 is the question itself, 1 its first variant. */
  variant: number;
}

/** The per-student part of a paper: the questions by the teacher's numbers, in their order. */
export const PaperLayout = z.array(
  z.object({
    number: z.int(),
    /** The variant. */
    variant: z.int(),
    /** For each option shown, its position in the teacher's order. */
    options: z.array(z.int()),
  }),
);
export type PaperLayout = z.infer<typeof PaperLayout>;

type Shuffled = Pick<Quiz, 'uniqueId' | 'shuffleQuestions' | 'shuffleOptions' | 'shuffleSecret'>;

/**
 * Returns the questions as one student is asked them, with their order and numbers. The result is always the
 * same for a student, differs between students if the quiz shuffles, and depends on the quiz's secret.
 *
 * @param student the roll number, or the stored layout of an erased person
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
    const { kind, isFour, points, marking } = question;
    const asked = [question, ...question.variants][variant] ?? question;
    return {
      number: index + 1,
      originalNumber: number,
      originalOptions: options,
      variant,
      kind,
      isFour,
      points,
      marking,
      title: asked.title,
      ...kindOf(kind).inOrder(asked, options),
    };
  });
}

/** Derived from the roll number. */
export function layOut(
  quiz: Shuffled,
  questions: readonly Question[],
  studentId: string,
): PaperLayout {
  const seed = seedOf(quiz, studentId);
  return orderQuestions(quiz, questions, studentId).map(({ number, kind, body, variants }) => {
    const count = kindOf(kind).countOptions(body);
    const places = Array.from({ length: count }, (_, place) => place + 1);
    return {
      number,
      variant: draw(variants.length + 1, `${seed}/variant/${number}`),
      options: quiz.shuffleOptions
        ? shuffleFree(places, kindOf(kind).listPinned(body), `${seed}/options/${number}`)
        : places,
    };
  });
}

/** The teacher's numbers of the questions, in the order of one student. */
export function orderOf(
  quiz: Shuffled,
  questions: readonly Question[],
  student: string | PaperLayout,
): number[] {
  const ordered = typeof student === 'string' ? orderQuestions(quiz, questions, student) : student;
  return ordered.map(({ number }) => number);
}

const orderQuestions = (quiz: Shuffled, questions: readonly Question[], studentId: string) =>
  quiz.shuffleQuestions ? shuffle(questions, `${seedOf(quiz, studentId)}/questions`) : questions;

const seedOf = ({ shuffleSecret, uniqueId }: Shuffled, studentId: string): string =>
  `${shuffleSecret}${uniqueId}/${studentId.toLowerCase()}`;

/** Pinned places stay where they are. */
function shuffleFree(places: readonly number[], pinned: readonly number[], seed: string): number[] {
  const isFree = (place: number) => !pinned.includes(place);
  const free = shuffle(places.filter(isFree), seed).values();
  return places.map((place) => (isFree(place) ? (free.next().value ?? place) : place));
}

/** The share of a question's points that what is scored earns; negative if wrong answers cost points. */
export function shareOf(question: Marked, answer: string | null): Ratio {
  if (question.marking !== 'by_key') return question.marking === 'everyone' ? WHOLE : NOTHING;
  return answer === null ? NOTHING : kindOf(question.kind).score(question, answer);
}
export type Marked = Pick<PaperQuestion, 'kind' | 'points' | 'marking' | 'body' | 'key'>;

/** Reports whether an answer gets full points; null without an answer. */
export function isRight(question: Marked, answer: string | null): boolean {
  if (question.marking !== 'by_key') return question.marking === 'everyone';
  return answer !== null && isSame(kindOf(question.kind).score(question, answer), WHOLE);
}

/** The sum of points of the questions that count. */
export function fullScoreOf({
  fullScore,
  scorePerQuestion,
  totalQuestions,
  leftOut,
}: Pick<Quiz, 'fullScore' | 'scorePerQuestion' | 'totalQuestions' | 'leftOut'>): number {
  // 3 × 0.1 is 0.3.
  return fullScore ?? Number((scorePerQuestion * (totalQuestions - leftOut)).toFixed(9));
}

/** The quiz with other questions and keys. */
export function countingBy(quiz: Quiz, questions: readonly Question[]): Quiz {
  const counting = questions.filter(({ marking }) => marking !== 'left_out');
  const leftOut = questions.length - counting.length;
  if (quiz.fullScore === null) return { ...quiz, leftOut };
  const points = counting.map((question) => question.points ?? quiz.scorePerQuestion);
  const fullScore = Number(points.reduce((sum, one) => sum + one, 0).toFixed(9));
  return { ...quiz, leftOut, fullScore };
}

/** Shuffles by the hash of each position, so that the order depends only on the seed. */
function shuffle<Item>(items: readonly Item[], seed: string): Item[] {
  return items
    .map((item, index) => ({ item, rank: sha256Of(`${seed}/${index}`) }))
    .toSorted((one, other) => Buffer.compare(one.rank, other.rank))
    .map(({ item }) => item);
}

/** Most questions have one variant, so most draws need no hash. */
const draw = (count: number, seed: string): number =>
  count === 1 ? 0 : sha256Of(seed).readUInt32BE(0) % count;

const sha256Of = (text: string): Buffer => hash('sha256', text, 'buffer');
