import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Asked, Question, Quiz } from './quizzes.queries.ts';

/** One question as one student sees it. Numbers count from 1. */
export interface PaperQuestion extends Asked {
  /** As this student sees it. */
  number: number;
  /** As the teacher ordered it. */
  originalNumber: number;
  /** For each option shown, its place in the teacher's order. */
  originalOptions: number[];
  /** Which of the options shown count as right, from 1; the correct answer is among them. */
  rightAnswers: number[];
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
    const asked = [question, ...question.variants][variant] ?? question;
    return {
      number: index + 1,
      originalNumber: number,
      originalOptions: options,
      variant,
      title: asked.title,
      options: options.map((place) => asked.options[place - 1] ?? ''),
      correctAnswer: options.indexOf(asked.correctAnswer) + 1,
      rightAnswers: [asked.correctAnswer, ...question.alsoRight]
        .map((place) => options.indexOf(place) + 1)
        .toSorted((one, other) => one - other),
      marking: question.marking,
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
  return ordered.map(({ number, variants }) => {
    const places = [1, 2, 3, 4];
    return {
      number,
      variant: draw(variants.length + 1, `${seed}/variant/${number}`),
      options: quiz.shuffleOptions ? shuffle(places, `${seed}/options/${number}`) : places,
    };
  });
}

/** Does this answer give the score of the question? Null: nothing was chosen. */
export function isRight(
  { marking, rightAnswers }: Pick<PaperQuestion, 'marking' | 'rightAnswers'>,
  chosen: number | null,
): boolean {
  if (marking !== 'by_key') return marking === 'everyone';
  return chosen !== null && rightAnswers.includes(chosen);
}

/** The most that the questions that count can give. */
export function fullScoreOf({
  scorePerQuestion,
  totalQuestions,
  leftOut,
}: Pick<Quiz, 'scorePerQuestion' | 'totalQuestions' | 'leftOut'>): number {
  // 3 × 0.1 is 0.3.
  return Number((scorePerQuestion * (totalQuestions - leftOut)).toFixed(9));
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
