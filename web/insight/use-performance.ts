import { useQuery } from '@tanstack/react-query';
import { compareClasses } from '@vlabs/contract/class-comparison';
import * as contract from '@vlabs/contract/insight';
import { call } from '../platform/calls/call.ts';
import type { Term } from './term.ts';

export function useSatQuizzes() {
  return useQuery({
    queryKey: ['insight', 'quizzes'],
    queryFn: async ({ signal }) => (await call(contract.listSatQuizzes, {}, { signal })).data,
  });
}

export function useQuizPerformance(uniqueId: string) {
  return useQuery({
    queryKey: ['insight', 'quiz', uniqueId],
    queryFn: async ({ signal }) =>
      (await call(contract.getQuizPerformance, { params: { uniqueId } }, { signal })).data,
  });
}

export function useStudentPerformance(rollNumber: string) {
  return useQuery({
    queryKey: ['insight', 'student', rollNumber.toLowerCase()],
    queryFn: async ({ signal }) =>
      (await call(contract.getStudentPerformance, { params: { rollNumber } }, { signal })).data,
  });
}

export function useClassComparison(term: Term) {
  return useQuery({
    queryKey: ['insight', 'classes', term],
    queryFn: async ({ signal }) => (await call(compareClasses, { query: term }, { signal })).data,
  });
}

/** What is opened where none is chosen: the newest quiz that has something to show. */
export const newestOf = (quizzes: readonly contract.ListedQuiz[]) =>
  quizzes.find(({ hasSubmissions }) => hasSubmissions) ?? quizzes[0];
