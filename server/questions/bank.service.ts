import { createHash } from 'node:crypto';
import {
  BANK_PAGE_LENGTH,
  BankHome,
  type BankLabels,
  type drawBankQuestions as drawing,
  type keepBankQuestions as keeping,
} from '@vlabs/contract/questions/question-bank';
import { rightOfFour } from '@vlabs/contract/kinds/four-options';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { listAttemptCounts, countRightAnswers } from '../attempts/attempts.reads.ts';
import { requireClassOfWork } from '../classes/classes.reads.ts';
import { classIdOf } from '../platform/access/audience-columns.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { brokenConstraint, conflict, forbidden, notFound } from '../platform/errors.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import {
  type Question,
  findQuiz,
  listPublishedVersions,
  listQuestions as listQuestionsOfQuiz,
  readQuestion,
} from '../quizzes/quizzes.reads.ts';
import * as queries from './bank.queries.ts';
import * as uses from './bank.queries.ts';
import { writeBankQuestion } from './question-wire.ts';

export type { BankScope } from './bank.queries.ts';

/** A page of the bank, with its filter values. */
export async function listBankQuestions(
  pool: Pool,
  scope: queries.BankScope,
  { page, ...filter }: queries.BankFilter & { page: number },
) {
  await bringInQuizzes(pool);
  const offset = (page - 1) * BANK_PAGE_LENGTH;
  const rows = await queries.listQuestions(pool, scope, {
    ...filter,
    offset,
    limit: BANK_PAGE_LENGTH,
  });
  const choices = await queries.listChoices(pool, scope);
  const choicesOf = (wanted: string) =>
    choices.flatMap(({ kind, name, questions }) => (kind === wanted ? [{ name, questions }] : []));
  return {
    questions: rows.map(writeBankQuestion),
    total: rows[0]?.total ?? 0,
    subjects: choicesOf('subject'),
    topics: choicesOf('topic'),
    tags: choicesOf('tag'),
    homes: choicesOf('home').map(({ name, questions }) => ({
      home: BankHome.parse(name),
      questions,
    })),
    canShare: await queries.hasClasses(pool),
  };
}

export async function drawBankQuestions(
  pool: Pool,
  scope: queries.BankScope,
  asked: z.output<typeof drawing.body>,
) {
  await bringInQuizzes(pool);
  const rows = await queries.drawQuestions(pool, scope, asked);
  return { questions: rows.map(writeBankQuestion) };
}

export async function keepBankQuestions(
  pool: Pool,
  writes: AccessScope,
  { questions, subject, topic, tags, ...asked }: z.output<typeof keeping.body>,
) {
  const classId = asked.class ?? null;
  if (!writes.isUnlimited && writes.classIds.length === 0) throw forbidden();
  const ownerId = writes.isUnlimited || classId !== null ? null : writes.callerId;
  const labels = { subject, topic, tags, createdBy: writes.callerId, classId, ownerId };
  const kept = questions.map((question) => toBankQuestion(readQuestion(question), labels));
  return inTransaction(pool, async (db) => {
    if (classId !== null) {
      await requireClassOfWork(db, writes, { inClass: { classId, sections: [] } });
    }
    const added = await queries.insertQuestions(db, kept);
    const known = questions.length - added;
    await recordAct(db, { action: 'keep-questions', details: { subject, topic, added, known } });
    return { added, known };
  });
}

export async function labelBankQuestion(
  pool: Pool,
  { questionId, writes }: { questionId: string; writes: AccessScope },
  { class: inClass, ...labels }: BankLabels & { class?: string | undefined },
): Promise<void> {
  const classId = inClass ?? null;
  await inTransaction(pool, async (db) => {
    if (classId !== null) {
      await requireClassOfWork(db, writes, { inClass: { classId, sections: [] } });
    }
    const named = { ...labels, classId };
    const changed = await queries.updateLabels(db, { questionId, writes }, named);
    if (changed === 0) throw notFound('The question');
    const subject = questionSubject(questionId);
    await recordAct(db, { action: 'label-question', subject, details: named });
  }).catch((error: unknown) => {
    if (brokenConstraint(error) !== 'bank_questions_once_in_a_home') throw error;
    throw conflict('known', 'The question bank of this class already has this question.');
  });
}

export async function shareBankQuestion(
  pool: Pool,
  { questionId, writes }: { questionId: string; writes: AccessScope },
  isShared: boolean,
): Promise<void> {
  await inTransaction(pool, async (db) => {
    const changed = await queries.updateShared(db, { questionId, writes }, isShared);
    if (changed === 0) throw notFound('The question');
    const subject = questionSubject(questionId);
    await recordAct(db, { action: 'share-question', subject, details: { isShared } });
  });
}

export async function deleteBankQuestion(
  pool: Pool,
  { questionId, writes }: { questionId: string; writes: AccessScope },
): Promise<void> {
  await inTransaction(pool, async (db) => {
    const deleted = await queries.deleteQuestion(db, { questionId, writes });
    if (deleted === 0) throw notFound('The question');
    await recordAct(db, { action: 'delete-question', subject: questionSubject(questionId) });
  });
}

/** The audit log contains no questions, since its readers need not know tomorrow's test. */
const questionSubject = (id: string) => ({
  kind: 'question' as const,
  id,
  name: 'a question in the bank',
});

interface Difference {
  /** Published or changed since the last update. */
  fresh: { uniqueId: string; changedAt: Date }[];
  /** Withdrawn since the last update. */
  gone: string[];
  /** Quizzes with a changed number of submissions. */
  recount: string[];
}

/**
 * Updates the bank with published, withdrawn and submitted quizzes since the last read. The bank does it itself, so
 * that no other feature needs to know it.
 */
async function bringInQuizzes(pool: Pool): Promise<void> {
  const { fresh, gone, recount } = await findDifference(pool);
  if (fresh.length + gone.length + recount.length === 0) return;
  await inTransaction(pool, async (db) => {
    await uses.lockBank(db);
    const now = await findDifference(db);
    const old = [...now.gone, ...now.fresh.map(({ uniqueId }) => uniqueId)];
    await uses.deleteBankQuizzes(db, old);
    for (const quiz of now.fresh) await bringIn(db, quiz);
    for (const quizId of now.recount) await recountQuiz(db, quizId);
  });
}

async function findDifference(db: Database): Promise<Difference> {
  const published = await listPublishedVersions(db);
  const known = new Map((await uses.listBankQuizzes(db)).map((quiz) => [quiz.quizId, quiz]));
  const submitted = new Map(
    (await listAttemptCounts(db)).map((quiz) => [quiz.quizId, quiz.submitted]),
  );
  const fresh = published.filter(
    ({ uniqueId, changedAt }) =>
      known.get(uniqueId)?.quizChangedAt.getTime() !== changedAt.getTime(),
  );
  const isPublished = new Set(published.map(({ uniqueId }) => uniqueId));
  const counted = (id: string) =>
    fresh.some(({ uniqueId }) => uniqueId === id) ? 0 : known.get(id)?.attempts;
  return {
    fresh,
    gone: [...known.keys()].filter((id) => !isPublished.has(id)),
    recount: [...isPublished].filter((id) => counted(id) !== (submitted.get(id) ?? 0)),
  };
}

async function bringIn(
  db: Database,
  { uniqueId, changedAt }: { uniqueId: string; changedAt: Date },
): Promise<void> {
  const quiz = await findQuiz(db, uniqueId);
  if (!quiz) return;
  const { subjectId: subject, topic, createdBy } = quiz;
  const classId = classIdOf(quiz.audience);
  const labels = { subject, topic, tags: [], createdBy, classId, ownerId: null };
  // Not reusable: four options of which several are correct, questions that do not count by their key, and texts that
  // belong to the questions around them.
  const questions = (await listQuestionsOfQuiz(db, uniqueId))
    .filter(({ marking, kind }) => marking === 'by_key' && !kindOf(kind).asksNothing)
    .filter((question) => !question.isFour || rightOfFour(question.key).length === 1)
    .map((question) => ({ number: question.number, ...toBankQuestion(question, labels) }));
  await queries.insertQuestions(db, questions);
  await uses.insertBankQuiz(db, { quizId: uniqueId, quizChangedAt: changedAt }, questions);
}

async function recountQuiz(db: Database, quizId: string): Promise<void> {
  const quiz = await findQuiz(db, quizId);
  if (quiz) await uses.updateCounts(db, quizId, await countRightAnswers(db, quiz));
}

type Content = Pick<Question, 'title' | 'kind' | 'isFour' | 'body' | 'key' | 'points'>;
type Labels = BankLabels & Pick<queries.NewBankQuestion, 'createdBy' | 'classId' | 'ownerId'>;

const fingerprintOf = (content: unknown[]) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

function toBankQuestion(question: Content, labels: Labels): queries.NewBankQuestion {
  const { title, kind, isFour, body, key, points } = question;
  const texts = kindOf(kind).textsOf(body);
  // Fingerprints are stored.
  const told = isFour ? [title, ...texts, ...rightOfFour(key)] : [title, kind, body, key];
  return {
    fingerprint: fingerprintOf(told),
    title,
    kind,
    isFour,
    texts,
    body,
    key,
    points,
    ...labels,
  };
}
