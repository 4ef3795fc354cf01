import { isInAudience } from '@vlabs/contract/audience';
import type { QuizRecord } from '@vlabs/contract/quizzes';
import type { Pool } from 'pg';
import { findStanding } from '../students/students.reads.ts';
import { showDetails } from './quiz-wire.ts';
import { listQuizzes } from './quizzes.queries.ts';

/** The published quizzes that are for one student, without their questions. Newest first. */
export async function listStudentQuizzes(pool: Pool, studentId: string): Promise<QuizRecord[]> {
  const quizzes = await listQuizzes(pool);
  const known = (await findStanding(pool, studentId)) ?? { course: '', year: '' };
  const standing = { rollNumber: studentId, ...known };
  const now = Date.now();
  return quizzes
    .filter((quiz) => quiz.status === 'published' && isInAudience(quiz.audience, standing))
    .map((quiz) => ({
      unique_id: quiz.uniqueId,
      completed: false,
      submissionDate: null,
      formDetails: showDetails(quiz),
      createdAt: quiz.createdAt.toISOString(),
      expired: quiz.endsAt.getTime() <= now,
      status: quiz.status,
    }));
}
