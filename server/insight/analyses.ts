import { createHash } from 'node:crypto';
import type { Question, Quiz } from '../quizzes/quizzes.reads.ts';
import { type Analysis, analyseAttempts } from './analyse-attempts.ts';
import type { SubmittedAttempt } from './submitted-attempts.queries.ts';

/** More quizzes than teachers view in an afternoon. */
const MAX_KEPT = 50;

/** Caches analyses of quizzes until a question or an attempt changes. */
export class Analyses {
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
