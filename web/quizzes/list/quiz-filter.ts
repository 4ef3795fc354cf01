import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';

export interface QuizFilter {
  search: string;
  /** `all`, or one of the statuses that the page knows. */
  status: string;
  /** A day as yyyy-mm-dd; empty for any. */
  created: string;
  isRecentFirst: boolean;
}

type Listed = Pick<QuizRecord, 'createdAt' | 'formDetails'>;

/**
 * Subjects and topics by a part of their name without case, the day by the first ten characters of createdAt, which is
 * the one in Asia/Kolkata, and the newest or the oldest first.
 */
export function filterQuizzes<Quiz extends Listed>(
  quizzes: readonly Quiz[],
  { search, status, created, isRecentFirst }: QuizFilter,
  statusOf: (quiz: Quiz) => string,
): Quiz[] {
  const sought = search.trim().toLowerCase();
  const direction = isRecentFirst ? -1 : 1;
  return quizzes
    .filter(({ formDetails: { SubjectId, topic } }) =>
      [SubjectId, topic].some((name) => name.toLowerCase().includes(sought)),
    )
    .filter((quiz) => status === 'all' || statusOf(quiz) === status)
    .filter(({ createdAt }) => created === '' || createdAt.slice(0, 10) === created)
    .toSorted((one, other) => direction * one.createdAt.localeCompare(other.createdAt));
}
