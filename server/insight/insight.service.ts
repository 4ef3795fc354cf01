import type { Enrolment } from '@vlabs/contract/students/audience';
import {
  type ListedQuiz,
  type QuizPerformance,
  SAT_QUIZZES_AT_ONCE,
  type StudentPerformance,
  type SubmittedRow,
  type listSatQuizzes,
} from '@vlabs/contract/insight/insight';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { listAssignmentsFor } from '../assignments/assignments.reads.ts';
import { listStudentQuizStates, timesOf } from '../attempts/attempts.reads.ts';
import { limitToPerson } from '../classes/classes.reads.ts';
import type { Clock } from '../platform/clock.ts';
import { classIdOf } from '../platform/access/audience-columns.ts';
import { notFound } from '../platform/errors.ts';
import { type AccessScope, limitToClass, includesClass } from '../platform/access/access-scope.ts';
import {
  type Question,
  type Quiz,
  findQuiz,
  listBegunQuizzes,
  listKeyCorrections,
  listQuestions,
  listQuizzesByIds,
  listQuizzesOf,
  withKey,
} from '../quizzes/quizzes.reads.ts';
import { countStudentsIn, findStudent } from '../students/students.reads.ts';
import { patternOf } from '../platform/postgres/search-patterns.ts';
import { binMinutes, binPercents, compareGroups, countUp, slopeOf } from './distributions.ts';
import { medianOf } from './quiz-statistics.ts';
import {
  type Corrected,
  showAttempt,
  showFigures,
  showItem,
  showQuiz,
  strengthsOf,
} from './show-performance.ts';
import {
  type SubmittedAttempt,
  listScoresOf,
  listSubmittedAttempts,
  listSubmittedQuizIds,
} from './submitted-attempts.queries.ts';
import { createHash } from 'node:crypto';
import { type Analysis, analyseAttempts } from './analyse-attempts.ts';

/** More quizzes than teachers view in an afternoon. */
const MAX_KEPT = 50;

/** Caches analyses of quizzes until a question or an attempt changes. */
class Analyses {
  readonly #kept = new Map<string, { fingerprint: string; analysis: Analysis }>();

  async analyse(
    quiz: Parameters<typeof analyseAttempts>[0],
    questions: readonly Question[],
    attempts: readonly SubmittedAttempt[],
  ): Promise<Analysis> {
    const fingerprint = fingerprintOf(quiz, questions, attempts);
    const kept = this.#kept.get(quiz.uniqueId);
    if (kept?.fingerprint === fingerprint) return kept.analysis;
    const analysis = await analyseAttempts(quiz, questions, attempts);
    this.#kept.delete(quiz.uniqueId);
    this.#kept.set(quiz.uniqueId, { fingerprint, analysis });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return analysis;
  }
}

/** Identifies everything that an analysis depends on. */
function fingerprintOf(
  { shuffleQuestions, shuffleOptions }: Pick<Quiz, 'shuffleQuestions' | 'shuffleOptions'>,
  questions: readonly Question[],
  attempts: readonly SubmittedAttempt[],
): string {
  // Whatever decides a mark changes this moment of its attempt.
  const given = attempts.map(({ personId, changedAt }) => [personId, changedAt]);
  const all = JSON.stringify([shuffleQuestions, shuffleOptions, questions, given]);
  return createHash('sha256').update(all).digest('hex');
}

interface InsightServices {
  pool: Pool;
  clock: Clock;
}

/** Statistics of quizzes and students. */
export class Insight {
  readonly #services: InsightServices;
  readonly #analyses = new Analyses();
  readonly #analysesBefore = new Analyses();

  constructor(services: InsightServices) {
    this.#services = services;
  }

  async getStatistics(quizId: string, scope: AccessScope) {
    const { quiz, questions, attempts } = await this.#readQuiz(quizId, scope);
    const { figures, items } = await this.#analyses.analyse(quiz, questions, attempts);
    return { quiz: figures, questions: items.map(showFigures) };
  }

  async listSatQuizzes(
    scope: AccessScope,
    asked: z.output<typeof listSatQuizzes.query>,
  ): Promise<ListedQuiz[]> {
    const { pool, clock } = this.#services;
    const begun = await listBegunQuizzes(pool, {
      pattern: asked.search === '' ? null : patternOf(asked.search),
      chosen: asked.chosen ?? null,
      before: new Date(clock.nowMs()),
      scope: limitToClass(scope, asked.class),
      max: SAT_QUIZZES_AT_ONCE,
    });
    const submitted = await listSubmittedQuizIds(
      pool,
      begun.map(({ uniqueId }) => uniqueId),
      scope,
    );
    return begun.map((quiz) => ({
      ...showQuiz(quiz),
      hasSubmissions: submitted.has(quiz.uniqueId),
    }));
  }

  /** For students in scope. Mentors are shown to campus admins and owners of the class. */
  async getQuizPerformance(
    quizId: string,
    { scope, owned }: Record<'scope' | 'owned', AccessScope>,
  ): Promise<QuizPerformance> {
    const { quiz, questions, attempts } = await this.#readQuiz(quizId, scope);
    const within = limitToClass(scope, classIdOf(quiz.audience) ?? undefined);
    const invited = await countStudentsIn(this.#services.pool, quiz.audience, within);
    const { figures, items } = await this.#analyses.analyse(quiz, questions, attempts);
    const corrected = await this.#findCorrected(quiz, questions, attempts);
    const shown = showQuiz(quiz);
    const isOwned = includesClass(owned, classIdOf(quiz.audience));
    const students = attempts
      .map((attempt) => showAttempt(attempt, shown.totalScore))
      .map((row) => (isOwned ? row : { ...row, mentor: '' }));
    const minutes = students.map(({ seconds }) => seconds / 60);
    const groupBy = (nameOf: (row: SubmittedRow) => string) =>
      compareGroups(students.map((row) => ({ name: nameOf(row), percent: row.percent })));
    return {
      quiz: shown,
      invited,
      figures,
      scores: binPercents(students.map(({ percent }) => percent)),
      minutesTaken: binMinutes(minutes),
      medianMinutes: medianOf(minutes),
      submissions: countUp(attempts.map(({ submittedAt }) => submittedAt)),
      questions: questions.flatMap((question) => {
        const item = items.find(({ number }) => number === question.number);
        if (!item) return [];
        const facts = { attempts: attempts.length, corrected: corrected.get(question.number) };
        return [showItem(question, item, facts)];
      }),
      groups: {
        courses: groupBy(({ course }) => course),
        years: groupBy(({ year }) => year),
        mentors: groupBy(({ mentor }) => mentor),
      },
      students,
    };
  }

  async getStudentPerformance(
    within: AccessScope,
    rollNumber: string,
  ): Promise<StudentPerformance> {
    const { pool, clock } = this.#services;
    const student = await findStudent(pool, rollNumber);
    if (!student) throw notFound('The student');
    const { id, name, course, year, classes } = student;
    const enrolment = { rollNumber: id, course, year, classes };
    const scope = await limitToPerson(pool, within, id);
    const isInScope = ({ audience }: Quiz) => includesClass(scope, classIdOf(audience));
    const [all, scores] = await Promise.all([
      listQuizzesOf(pool, enrolment),
      listScoresOf(pool, id),
    ]);
    const scored = await listQuizzesByIds(
      pool,
      scores.map(({ quizId }) => quizId),
    );
    const quizOf = new Map(scored.filter(isInScope).map((quiz) => [quiz.uniqueId, showQuiz(quiz)]));
    const results = scores.flatMap(({ quizId, score, submittedAt }) => {
      const quiz = quizOf.get(quizId);
      if (!quiz) return [];
      const { uniqueId, topic, subjectId, totalScore } = quiz;
      const percent = (100 * score) / totalScore;
      const at = submittedAt.toISOString();
      return [{ uniqueId, topic, subjectId, totalScore, score, percent, submittedAt: at }];
    });
    const missing = [
      ...(await this.#listMissedQuizzes(all.filter(isInScope), enrolment)),
      ...(await listAssignmentsFor(pool, enrolment, scope)).flatMap(({ title, status, dueAt }) =>
        status === 'Pending' && dueAt !== null && dueAt.getTime() < clock.nowMs()
          ? [{ kind: 'assignment' as const, title, endedAt: dueAt.toISOString() }]
          : [],
      ),
    ];
    return {
      student: { id, name, course, year },
      results,
      trend: slopeOf(results.map(({ percent }) => percent)),
      missing: missing.toSorted((one, other) => other.endedAt.localeCompare(one.endedAt)),
      topics: strengthsOf(results),
    };
  }

  /** Each question with a corrected key, with its statistics under the original key. */
  async #findCorrected(
    quiz: Quiz,
    questions: readonly Question[],
    attempts: readonly SubmittedAttempt[],
  ): Promise<Map<number, Corrected>> {
    const corrections = await listKeyCorrections(this.#services.pool, quiz.uniqueId);
    if (corrections.length === 0) return new Map();
    const first = new Map(corrections.toReversed().map((one) => [one.number, one.before]));
    const asSat = questions.map((question) => {
      const key = first.get(question.number);
      return key ? withKey(question, key) : question;
    });
    const { items } = await this.#analysesBefore.analyse(quiz, asSat, attempts);
    return new Map(
      corrections.map((correction) => {
        const before = items.find(({ number }) => number === correction.number);
        return [correction.number, { correction, before }];
      }),
    );
  }

  async #listMissedQuizzes(
    theirs: readonly Quiz[],
    student: Enrolment,
  ): Promise<StudentPerformance['missing']> {
    const { pool, clock } = this.#services;
    const asked = theirs.map((quiz) => ({ uniqueId: quiz.uniqueId, times: timesOf(quiz) }));
    const states = await listStudentQuizStates(pool, student, asked);
    return theirs.flatMap(({ uniqueId, topic, subjectId }) => {
      const state = states.get(uniqueId);
      if (!state || state.deadlineAt !== null || state.closesAtMs >= clock.nowMs()) return [];
      const endedAt = new Date(state.closesAtMs).toISOString();
      return [{ kind: 'quiz' as const, title: topic || subjectId, endedAt }];
    });
  }

  async #readQuiz(quizId: string, scope: AccessScope) {
    const { pool } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw notFound('This test');
    const [questions, attempts] = await Promise.all([
      listQuestions(pool, quizId),
      listSubmittedAttempts(pool, quizId, scope),
    ]);
    return { quiz, questions, attempts };
  }
}
