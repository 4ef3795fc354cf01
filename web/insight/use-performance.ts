import { useQuery } from '@tanstack/react-query';
import * as contract from '@vlabs/contract/insight';
import { call } from '../platform/call.ts';

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
