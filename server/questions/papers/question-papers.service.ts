import type { PaperSet } from '@vlabs/contract/questions/question-papers';
import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { listVisiblePeople } from '../../classes/classes.reads.ts';
import type { Caller } from '../../platform/http/serve.ts';
import { notFound } from '../../platform/errors.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import type { PdfCompiler } from '../../platform/pdf/pdf-compiler.ts';
import { printDocument } from '../../platform/pdf/print-document.ts';
import type { PrintedDocument } from '../../platform/pdf/printed-document.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import { type Quiz, findQuiz, listQuestions, quizSubject } from '../../quizzes/quizzes.reads.ts';
import { listStudentsIn } from '../../students/students.reads.ts';
import {
  type Occasion,
  answerSheetDocument,
  attendanceDocument,
  paperDocument,
} from './paper-documents.ts';
import { layOutSet } from './set-layout.ts';
import { seatStudents } from './seats.ts';

export interface Parts {
  pool: Pool;
  pdf: PdfCompiler;
  config: Pick<Config, 'institution'>;
}

interface PrintedFile {
  name: string;
  contents: Buffer;
}

/** A set of a test, its key, or the sheet for its answers. */
export async function printPaper(
  parts: Parts,
  uniqueId: string,
  asked: { sets: number; set: PaperSet; content: 'paper' | 'key' | 'answer-sheet' },
): Promise<PrintedFile> {
  const occasion = await getOccasion(parts, uniqueId);
  const { quiz } = occasion;
  const set = layOutSet(quiz, await listQuestions(parts.pool, uniqueId), asked);
  const { content } = asked;
  const document =
    content === 'answer-sheet'
      ? answerSheetDocument(occasion, set)
      : paperDocument(occasion, set, content);
  return print(parts, quiz, { rest: `${content}-${asked.set}`, document });
}

/** The students of a test with their seats and sets. */
export async function printAttendance(
  parts: Parts,
  uniqueId: string,
  asked: {
    caller: Caller;
    sets: number;
    perRow: number;
    rooms: { name: string; seats: number }[];
  },
): Promise<PrintedFile> {
  const occasion = await getOccasion(parts, uniqueId);
  const { quiz } = occasion;
  const students = await listStudentsIn(parts.pool, quiz.audience);
  const present = students.filter(({ isDisabled }) => !isDisabled);
  const seated = await seenBy(parts.pool, asked.caller, { quizId: uniqueId, students: present });
  const rooms = seatStudents(seated, asked.rooms, asked);
  const document = attendanceDocument(occasion, rooms);
  return print(parts, quiz, { rest: 'attendance', document });
}

/** An assistant with sections sees the students of these. */
async function seenBy<Student extends { id: string }>(
  pool: Pool,
  { id: staffId, role }: Caller,
  { quizId, students }: { quizId: string; students: Student[] },
): Promise<Student[]> {
  if (role !== 'staff') return students;
  const ids = students.map(({ id }) => id);
  const seen = await listVisiblePeople(pool, { staffId, quizId }, ids);
  return students.filter(({ id }) => seen.has(id));
}

async function getOccasion({ pool, config }: Parts, uniqueId: string): Promise<Occasion> {
  const quiz = await findQuiz(pool, uniqueId);
  if (!quiz) throw notFound('That test');
  return { institution: config.institution, quiz };
}

async function print(
  { pool, pdf }: Parts,
  quiz: Quiz,
  { rest, document }: { rest: string; document: PrintedDocument },
): Promise<PrintedFile> {
  const contents = await printDocument(pdf, document);
  const act = { action: 'print-test' as const, subject: quizSubject(quiz) };
  await inTransaction(pool, (db) => recordAct(db, act));
  return { name: `${quiz.topic || 'Test'} ${rest}.pdf`, contents };
}
