import { useQuery } from '@tanstack/react-query';
import { listLanguages } from '@vlabs/contract/runs/judge0';
import {
  type LanguageId,
  type ProgrammingLanguage,
  languages,
} from '@vlabs/contract/runs/languages';
import { queryOf } from '../../platform/calls/query-of.ts';

/**
 * The languages to choose from: the usual ones at once, and those that an administrator turned on once they are known.
 * @param chosen Judge0's numbers that stay in the list
 */
export function useOfferedLanguages(
  chosen: readonly (number | null)[] = [],
): readonly ProgrammingLanguage[] {
  const { data = [] } = useQuery(queryOf(listLanguages, {}));
  const ids = new Set([...data.map(({ id }) => id), ...chosen]);
  return languages.filter(({ id, optional }) => optional === undefined || ids.has(id));
}

/**
 * Whether programs in a language can be stepped through: null if there is no tracer, or until that is known. `fault`
 * says why the tracer does not work here.
 */
export function useTracer(languageId: LanguageId): { fault: string | null } | null {
  const { data = [] } = useQuery(queryOf(listLanguages, {}));
  return data.find(({ id }) => id === languageId)?.tracer ?? null;
}
