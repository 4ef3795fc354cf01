import { randomUUID } from 'node:crypto';
import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import {
  NewQuiz,
  type QuizForm,
  type QuizStatus,
  defaultSettings,
} from '@vlabs/contract/quizzes/quizzes';
import type { Pool } from 'pg';
import { requireClassOfWork, requireOpenClassOf } from '../classes/classes.reads.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { brokenConstraint, conflict, invalid, notFound } from '../platform/errors.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { type ProgramRunner, prepareExamples } from '../runs/runs.reads.ts';
import { ProgramCheckRuns, haveSamePrograms } from './checks/program-checks.ts';
import { readDraftAsForm, readDraftSettings, writeDraft } from './drafts/draft-wire.ts';
import { readQuestions } from './questions/question-wire.ts';
import {
  deleteDraft,
  findDraft,
  insertDraft,
  isDraftOfOthers,
} from './drafts/quiz-drafts.queries.ts';
import {
  type NewQuestion,
  deleteQuestions,
  insertQuestions,
  listQuestions,
} from './questions/questions.queries.ts';
import { quizSubject, readQuizForm, settingsOf } from './store/quiz-wire.ts';
import {
  type Quiz,
  deleteQuiz,
  findQuiz,
  insertQuiz,
  lockQuiz,
  updateFullScore,
  updateQuiz,
  updateStatus,
} from './store/quizzes.queries.ts';

interface Dependencies {
  pool: Pool;
  /** Reports whether anyone has started a quiz. */
  hasAttempts: (db: Database, uniqueId: string) => Promise<boolean>;
  runs: ProgramRunner;
}

/** Creates, changes, publishes, copies and deletes quizzes. */
export class Quizzes {
  readonly #pool: Pool;
  readonly #hasAttempts: Dependencies['hasAttempts'];
  readonly programs: ProgramCheckRuns;

  constructor({ pool, hasAttempts, runs }: Dependencies) {
    this.#pool = pool;
    this.#hasAttempts = hasAttempts;
    this.programs = new ProgramCheckRuns(runs);
  }

  /** Saves a quiz with all its questions, and closes its draft. */
  async create(scope: AccessScope, form: NewQuiz): Promise<void> {
    if (form.status !== 'draft') await this.programs.requireSound(readQuestions(form.questions));
    try {
      await inTransaction(this.#pool, (db) => insertWhole(db, scope, form));
    } catch (error) {
      if (brokenConstraint(error) !== 'quizzes_pkey') throw error;
      throw uniqueIdTaken();
    }
  }

  /** Replaces a quiz before anyone starts it. */
  async replace(
    scope: AccessScope,
    { uniqueId, form }: { uniqueId: string; form: QuizForm },
  ): Promise<void> {
    const questions = readQuestions(form.questions);
    const before = await findQuiz(this.#pool, uniqueId);
    if (before?.status === 'published') {
      await this.programs.requireSound(questions, await listQuestions(this.#pool, uniqueId));
    }
    await inTransaction(this.#pool, async (db) => {
      const quiz = await getQuiz(db, uniqueId);
      const settings = form.settings ?? (await findTypedSettings(db, uniqueId)) ?? settingsOf(quiz);
      const changed = { ...readQuizForm(form, settings), uniqueId };
      // Before the quiz is locked: otherwise starts would wait for a transaction that holds the class.
      await requireClassOfWork(db, scope, changed.audience);
      const { status } = await this.#requireUnstarted(db, uniqueId);
      if (status === 'published' && before?.status !== 'published') throw changedMeanwhile();
      await updateQuiz(db, changed);
      await deleteQuestions(db, uniqueId);
      await saveQuestions(db, uniqueId, questions);
      await updateFullScore(db, uniqueId);
      await deleteDraft(db, uniqueId);
      await recordAct(db, { action: 'edit-quiz', subject: quizSubject(changed) });
    });
  }

  /** Publishes a complete quiz or draft, or withdraws a quiz that nobody has started. */
  async setStatus(scope: AccessScope, uniqueId: string, status: QuizStatus): Promise<void> {
    const checked = status === 'published' ? await this.#checkToPublish(uniqueId) : null;
    await inTransaction(this.#pool, async (db) => {
      await requireOpenClassOf(db, { quiz: uniqueId });
      const isThere = await lockQuiz(db, uniqueId, 'change');
      if (checked && !haveSamePrograms(await listWritten(db, uniqueId), checked)) {
        throw changedMeanwhile();
      }
      if (!isThere) {
        await publishDraft(db, scope, uniqueId, status);
        return;
      }
      if (status === 'draft') await this.#requireUnstarted(db, uniqueId);
      await updateStatus(db, uniqueId, status);
      await recordStatus(db, await findQuiz(db, uniqueId), status);
    });
  }

  /** Outside of a transaction, since programs run for a long time. Returns the checked questions. */
  async #checkToPublish(uniqueId: string): Promise<NewQuestion[]> {
    const questions = await listWritten(this.#pool, uniqueId);
    const quiz = await findQuiz(this.#pool, uniqueId);
    if (quiz?.status !== 'published') await this.programs.requireSound(questions);
    return questions;
  }

  /** Copies a quiz as a draft without times. */
  async copy(scope: AccessScope, uniqueId: string): Promise<string> {
    const content = await findContent(this.#pool, uniqueId);
    if (!content) throw notFound('This test');
    const copy = randomUUID();
    const topic = `${content.details.topic} (copy)`;
    const details = { ...content.details, topic, startTime: '', endTime: '' };
    const draft = { uniqueId: copy, content: { ...content, details }, createdBy: scope.callerId };
    await inTransaction(this.#pool, async (db) => {
      await requireOpenClassOf(db, { quiz: uniqueId });
      await insertDraft(db, draft);
      const subject = quizSubject({ uniqueId: copy, topic, subjectId: '' });
      await recordAct(db, { action: 'copy-quiz', subject, details: { from: uniqueId } });
    });
    return copy;
  }

  /** Deletes an unpublished quiz and its draft. */
  async delete(uniqueId: string): Promise<void> {
    await inTransaction(this.#pool, async (db) => {
      await requireOpenClassOf(db, { quiz: uniqueId });
      const isThere = await lockQuiz(db, uniqueId, 'change');
      const draft = await findDraft(db, uniqueId);
      await deleteDraft(db, uniqueId);
      if (!isThere && !draft) throw notFound('This test');
      const quiz = isThere ? await this.#requireUnstarted(db, uniqueId) : null;
      if (quiz?.status === 'published') {
        throw conflict('published', 'This test is published. Withdraw it before you delete it.');
      }
      if (quiz) await deleteQuiz(db, uniqueId);
      const { topic, subjectId } = quiz ?? namesOf(draft);
      const subject = quizSubject({ uniqueId, topic, subjectId });
      await recordAct(db, { action: 'delete-quiz', subject });
    });
  }

  /** Locks the quiz until the transaction ends, so that nobody can start it. */
  async #requireUnstarted(db: Database, uniqueId: string): Promise<Quiz> {
    await lockQuiz(db, uniqueId, 'change');
    const quiz = await getQuiz(db, uniqueId);
    if (await this.#hasAttempts(db, uniqueId)) {
      throw conflict('started', 'A student has already started this test, so it can’t be changed.');
    }
    return quiz;
  }
}

const changedMeanwhile = () =>
  conflict(
    'stale_revision',
    'This test was changed in the meantime. Open it again and repeat this.',
  );

const uniqueIdTaken = () =>
  conflict('unique_id_taken', 'A test with this unique_id already exists. Use a new UUID.');

async function insertWhole(db: Database, scope: AccessScope, form: NewQuiz): Promise<void> {
  const settings =
    form.settings ?? (await findTypedSettings(db, form.unique_id)) ?? defaultSettings;
  const quiz = readQuizForm(form, settings);
  await requireClassOfWork(db, scope, quiz.audience);
  // The path names no draft, so its owner was not checked yet.
  if (await isDraftOfOthers(db, scope, form.unique_id)) throw uniqueIdTaken();
  const status = form.status ?? 'published';
  await insertQuiz(db, { ...quiz, uniqueId: form.unique_id, status, createdBy: scope.callerId });
  await saveQuestions(db, form.unique_id, readQuestions(form.questions));
  await updateFullScore(db, form.unique_id);
  await deleteDraft(db, form.unique_id);
  const subject = quizSubject({ ...quiz, uniqueId: form.unique_id });
  await recordAct(db, { action: 'create-quiz', subject, details: { status } });
}

async function findTypedSettings(db: Database, uniqueId: string) {
  const draft = await findDraft(db, uniqueId);
  return draft && readDraftSettings(draft.content);
}

async function publishDraft(
  db: Database,
  scope: AccessScope,
  uniqueId: string,
  status: QuizStatus,
): Promise<void> {
  const draft = await findDraft(db, uniqueId);
  if (!draft) throw notFound('This test');
  if (status === 'draft') {
    await recordStatus(db, { ...namesOf(draft), uniqueId }, status);
    return;
  }
  await insertWhole(db, scope, readWhole(uniqueId, draft.content));
}

/** Refuses an incomplete draft. */
function readWhole(uniqueId: string, content: DraftContent): NewQuiz {
  const form = NewQuiz.safeParse({ unique_id: uniqueId, ...readDraftAsForm(content) });
  if (!form.success) throw invalid(form.error);
  return form.data;
}

/** The questions of a quiz, or of a draft that is complete; none if there is neither. */
async function listWritten(db: Database, uniqueId: string): Promise<NewQuestion[]> {
  if (await findQuiz(db, uniqueId)) return listQuestions(db, uniqueId);
  const draft = await findDraft(db, uniqueId);
  return draft ? readQuestions(readWhole(uniqueId, draft.content).questions) : [];
}

const namesOf = (draft: Awaited<ReturnType<typeof findDraft>>) => ({
  topic: draft?.content.details.topic ?? '',
  subjectId: draft?.content.details.SubjectId ?? '',
});

type Named = Parameters<typeof quizSubject>[0];

async function recordStatus(db: Database, quiz: Named | null, status: QuizStatus): Promise<void> {
  if (!quiz) throw new Error('A quiz with a changed status is missing.');
  const action = status === 'published' ? 'publish-quiz' : 'withdraw-quiz';
  await recordAct(db, { action, subject: quizSubject(quiz) });
}

async function findContent(db: Database, uniqueId: string) {
  const quiz = await findQuiz(db, uniqueId);
  if (quiz) return writeDraft(quiz, await listQuestions(db, uniqueId));
  return (await findDraft(db, uniqueId))?.content ?? null;
}

async function getQuiz(db: Database, uniqueId: string): Promise<Quiz> {
  const quiz = await findQuiz(db, uniqueId);
  if (!quiz) throw notFound('This test');
  return quiz;
}

async function saveQuestions(
  db: Database,
  uniqueId: string,
  questions: readonly NewQuestion[],
): Promise<void> {
  await insertQuestions(db, uniqueId, questions);
  const asked = questions.flatMap((question) => [question, ...question.variants]);
  await prepareExamples(
    db,
    asked.map(({ title }) => title),
  );
}
