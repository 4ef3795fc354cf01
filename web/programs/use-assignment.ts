import { useQuery } from '@tanstack/react-query';
import { getAssignment } from '@vlabs/contract/assignments/assignments';
import { type LanguageId, findLanguage } from '@vlabs/contract/runs/languages';
import { useEffect, useMemo, useState } from 'react';
import { queryOf } from '../platform/calls/query-of.ts';

/** How long an empty editor waits for the starter code. */
const LONGEST_WAIT_MS = 3000;

export function useAssignment(assignment: string) {
  return useQuery({
    ...queryOf(getAssignment, { params: { id: assignment } }),
    enabled: assignment !== '',
    staleTime: 60_000,
  });
}

export interface StarterCode {
  languageId: LanguageId;
  text: string;
}

/** The starter code of the assignment; null if it has none, undefined while loading. */
export function useStarterCode(assignment: string): StarterCode | null | undefined {
  const { data, isError } = useAssignment(assignment);
  const [isPatient, setIsPatient] = useState(assignment !== '');
  useEffect(() => {
    const timer = setTimeout(() => setIsPatient(false), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const isWaiting = data === undefined && isPatient && !isError;
  const languageId = findLanguage(data?.language ?? 0)?.id;
  const text = data?.starterCode ?? '';
  return useMemo(() => {
    if (isWaiting) return undefined;
    return languageId === undefined || text === '' ? null : { languageId, text };
  }, [isWaiting, languageId, text]);
}
