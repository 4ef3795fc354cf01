import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listQuizPages } from '@vlabs/contract/attempts/quiz-lists';
import { listQuizzes, QuizStatus } from '@vlabs/contract/quizzes/quizzes';
import { call, keyOf } from '../../platform/calls/call.ts';
import { queryOf } from '../../platform/calls/query-of.ts';
import type { QuizFilter } from './quiz-filter.ts';

/** Refreshes so that published and ended tests appear without a reload. */
const ASK_AGAIN_MS = 30_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** A student's tests of this term, without questions. */
export function useQuizRecords() {
  return useQuery({
    ...queryOf(listQuizzes, { query: { questions: 'none' } }),
    select: ({ updatedQuizData }) => updatedQuizData,
  });
}

/** A student's tests of this term, and earlier ones as far as they are loaded. */
export function useStudentQuizzes(userId: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf(listQuizzes, { query: { userId } }), 'pages'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = { userId, ...(pageParam !== '' && { after: pageParam }) };
      return call(listQuizzes, { query }, { signal });
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ updatedQuizData }) => updatedQuizData),
    refetchInterval: ASK_AGAIN_MS,
  });
}

/** All tests and drafts that match a filter, as far as they are loaded. */
export function useQuizPages(
  { search, status, created, isRecentFirst }: QuizFilter,
  inClass: string | null,
) {
  const known = QuizStatus.safeParse(status).data;
  const filters = {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(known && { status: known }),
    ...(DAY.test(created) && { created }),
    ...(inClass && { class: inClass }),
    ...(!isRecentFirst && { sort: 'oldest' as const }),
  };
  return useInfiniteQuery({
    queryKey: [...keyOf(listQuizPages, { query: filters }), 'pages'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filters, ...(pageParam !== '' && { after: pageParam }) };
      return (await call(listQuizPages, { query }, { signal })).data;
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ quizzes }) => quizzes),
    // Keeps the previous results while the person types.
    placeholderData: keepPreviousData,
  });
}
