import { kindOf } from '@vlabs/contract/kinds/kinds';
import { printQuestion } from '@vlabs/contract/kinds/printed';
import { type WorkOfExperiment, sameWork } from '@vlabs/contract/records/records';
import { languageOf } from '@vlabs/contract/runs/languages';
import { findOpenings, listMarkedPrograms } from '../attempts/attempts.reads.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/postgres/database.ts';
import {
  type Question,
  type Quiz,
  listQuestionsOf,
  listQuizzesByIds,
} from '../quizzes/quizzes.reads.ts';
import * as queries from './records.queries.ts';

export interface RecordServices {
  pool: Database;
  clock: Clock;
  graceMs: number;
}

/** What an experiment is about. */
export interface Work extends WorkOfExperiment {
  title: string;
  /** Markdown; null while students may not see it. */
  statement: string | null;
  /** For a run whose output is printed. */
  sampleInput: string;
  /** What students did. */
  listDone: (personIds: readonly string[]) => Promise<Map<string, Done>>;
}

/** What a student did for an experiment. */
export interface Done {
  program: { source: string; languageId: number } | null;
  /** Markdown. */
  text: string | null;
  fileNames: string[];
  doneAt: Date | null;
  /** `9 of 10`; empty if there are none, or they are not released. */
  marks: string;
  /** A teacher's comment. */
  remark: string;
}

/** All works of a class that can be experiments: assignments, then programs of tests. */
export async function listWorks(services: RecordServices, classId: string): Promise<Work[]> {
  const { pool } = services;
  const [assignments, quizzes] = await Promise.all([
    queries.listAssignmentsOfRecord(pool, classId),
    queries.listQuizzesOfRecord(pool, classId),
  ]);
  return [
    ...assignments.map((assignment) => assignmentWork(pool, assignment)),
    ...(await listQuestionWorks(services, quizzes)),
  ];
}

/** The works of experiments in their order; experiments whose work is gone are left out. */
export const chooseWorks = <One extends WorkOfExperiment>(
  works: readonly Work[],
  experiments: readonly One[],
): { experiment: One; work: Work }[] =>
  experiments.flatMap((experiment) => {
    const work = works.find((one) => sameWork(one, experiment));
    return work ? [{ experiment, work }] : [];
  });

function assignmentWork(db: Database, assignment: queries.RecordAssignment): Work {
  const { id, title, text, maxMarks, sampleInput } = assignment;
  return {
    workId: id,
    question: 0,
    title,
    statement: text,
    sampleInput: sampleInput ?? '',
    async listDone(personIds) {
      const handIns = await queries.listHandInsOfRecord(db, [id], personIds);
      return new Map(handIns.map((handIn) => [handIn.personId, doneBy(handIn, maxMarks)]));
    },
  };
}

function doneBy(handIn: queries.RecordHandIn, maxMarks: number): Done {
  const { source, languageId, text, fileNames, handedInAt, marks, comment } = handIn;
  return {
    program: source === null || languageId === null ? null : { source, languageId },
    text,
    fileNames,
    doneAt: handedInAt,
    marks: marks === null ? '' : `${marks} of ${maxMarks}`,
    remark: comment,
  };
}

async function listQuestionWorks(
  { pool, clock, graceMs }: RecordServices,
  listed: readonly queries.RecordQuiz[],
): Promise<Work[]> {
  const ids = listed.map(({ quizId }) => quizId);
  const nowMs = clock.nowMs();
  const withTime = listed.map((quiz) => ({ ...quiz, submittedAt: quiz.endsAt }));
  const [openings, quizzes, questions] = await Promise.all([
    findOpenings(pool, withTime, { nowMs, graceMs }),
    listQuizzesByIds(pool, ids),
    listQuestionsOf(pool, ids),
  ]);
  const quizOf = new Map(quizzes.map((quiz) => [quiz.uniqueId, quiz]));
  return openings.flatMap((opening) => {
    const quiz = quizOf.get(opening.quizId);
    if (!quiz) return [];
    const asked = questions.filter(({ quizId }) => quizId === opening.quizId);
    const isOver = nowMs > opening.lastEndMs + graceMs;
    return asked
      .filter(({ kind }) => kindOf(kind).judged)
      .map((question) => questionWork(pool, { quiz, asked, question, opening, isOver }));
  });
}

interface AskedProgram {
  quiz: Quiz;
  /** All of the quiz. */
  asked: readonly Question[];
  question: Question;
  opening: { title: string; isScoreOpen: boolean; areAnswersOpen: boolean };
  /** Nobody may still work. Before, neither question nor programs are printed. */
  isOver: boolean;
}

function questionWork(
  db: Database,
  { quiz, asked: questions, question, opening, isOver }: AskedProgram,
): Work {
  const { number } = question;
  const statement = isOver && opening.areAnswersOpen ? question.title : null;
  return {
    workId: quiz.uniqueId,
    question: number,
    title: `${opening.title}, question ${number}`,
    statement,
    sampleInput: firstInput(question),
    async listDone(personIds) {
      if (!isOver) return new Map();
      const programs = await listMarkedPrograms(db, { quiz, questions, number }, personIds);
      return new Map(
        programs.flatMap(({ personId, program, mark, points, submittedAt }): [string, Done][] => {
          if (!program) return [];
          const isShown = opening.isScoreOpen && mark !== null;
          const done = {
            program: { source: program.text, languageId: languageOf(program.language).id },
            text: null,
            fileNames: [],
            doneAt: submittedAt,
            marks: isShown ? `${mark} of ${points}` : '',
            remark: '',
          };
          return [[personId, done]];
        }),
      );
    },
  };
}

/** The input of the first sample that students see. */
function firstInput({ kind, body }: Question): string {
  const parts = printQuestion(kind, { body, key: undefined }, {});
  const input = parts.find((part) => part.part === 'output' && part.label === 'Input');
  return input?.part === 'output' ? input.text : '';
}
