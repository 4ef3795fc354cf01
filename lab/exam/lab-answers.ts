import { FOUR_OPTIONS, NUMBER } from '../../server/testing/load/load-quiz.ts';
import type { Sitter } from '../../server/testing/load/sitters.ts';
import {
  CASES,
  GRADES,
  type Grade,
  type LabProgram,
  type LabTask,
  labTasks,
} from './lab-programs.ts';

const CHOICES = 15;
const NUMBERS = 3;
/** The numbers of the questions that are answered with programs. */
export const PROGRAMS = labTasks.map((_, index) => CHOICES + NUMBERS + index + 1);
const POINTS: Record<Grade, number> = { right: CASES, half: CASES / 2, wrong: 0 };

type Answers = Readonly<Record<string, string>>;

export const labQuestions: readonly object[] = [
  ...Array.from({ length: CHOICES }, () => FOUR_OPTIONS),
  ...Array.from({ length: NUMBERS }, () => ({ ...NUMBER, QuestionTitle: 'How long is it?' })),
  ...labTasks.map(asQuestion),
];

function asQuestion({ title, samples, cases, programs }: LabTask) {
  const [{ language, sources }] = programs;
  return {
    QuestionTitle: title,
    Kind: 'program',
    Points: CASES,
    Body: {
      languages: programs.map((program) => program.language),
      starters: {},
      samples,
      comparison: 'ignoring-space',
      tolerance: '0',
      seconds: '5',
      megabytes: '256',
    },
    Key: {
      solution: { language, text: sources.right },
      cases: cases.map((one) => ({ ...one, name: '', points: '1', group: '' })),
      allOrNothing: false,
      reveals: 'points',
    },
  };
}

/** What a student hands in for one of the programs. */
export interface LabWork {
  program: LabProgram;
  grade: Grade;
  /** Different for each student, so that nobody uses a program that was compiled before. */
  text: string;
}

type Student = Pick<Sitter, 'id' | 'place'>;

export function labWorkOf({ id, place }: Student, task: number): LabWork {
  const { programs } = labTasks[task === 0 ? 0 : 1];
  const program = programs[place % 2 === 0 ? 0 : 1];
  const grade = GRADES[(task === 0 ? place : Math.floor(place / 3)) % GRADES.length] ?? 'right';
  return { program, grade, text: `${program.comment} ${id}\n${program.sources[grade]}` };
}

const answerOf = ({ program: { language } }: LabWork, text: string) =>
  JSON.stringify({ language, drafts: { [language]: text } });

const isRight = (place: number, number: number): boolean => (place + number) % 3 !== 0;

function plainAnswer({ place }: Student, number: number): string {
  if (number <= CHOICES) return isRight(place, number) ? '1' : '2';
  return isRight(place, number) ? '3.141' : '2.7';
}

/**
 * Every fourth save is a choice or a number; the others are more text of one of the two programs.
 * @param saves after which both programs are written
 */
export function typeOn(sitter: Sitter, saves: number): Answers {
  const { sequence } = sitter;
  if (sequence % 4 === 0) {
    const number = 1 + ((sequence / 4) % (CHOICES + NUMBERS));
    return { [number]: plainAnswer(sitter, number) };
  }
  const task = sequence % 2;
  const work = labWorkOf(sitter, task);
  const length = Math.ceil(work.text.length * Math.min(1, sequence / saves));
  return { [PROGRAMS[task] ?? 0]: answerOf(work, work.text.slice(0, length)) };
}

/** All answers of a student who has finished. */
export function finishedAnswers(sitter: Student): Answers {
  const plain = Array.from({ length: CHOICES + NUMBERS }, (_, index) => index + 1);
  return Object.fromEntries([
    ...plain.map((number) => [number, plainAnswer(sitter, number)]),
    ...PROGRAMS.map((number, task) => {
      const work = labWorkOf(sitter, task);
      return [number, answerOf(work, work.text)];
    }),
  ]);
}

/** The score of these answers. */
export function expectedScore(student: Student): number {
  const plain = Array.from({ length: CHOICES + NUMBERS }, (_, index) => index + 1);
  const correct = plain.filter((number) => isRight(student.place, number)).length;
  return PROGRAMS.reduce((sum, _, task) => sum + POINTS[labWorkOf(student, task).grade], correct);
}
