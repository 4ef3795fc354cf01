import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';

export interface QuizFilter {
  search: string;
  /** `all`, or a status of the page. */
  status: string;
  /** A day as yyyy-mm-dd; empty for any. */
  created: string;
  isRecentFirst: boolean;
}

type Listed = Pick<QuizRecord, 'createdAt' | 'formDetails'>;

/**
 * Filters by subject and topic (substring, ignoring case) and by the day of createdAt, whose first ten characters
 * are in Asia/Kolkata; sorts by date.
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
