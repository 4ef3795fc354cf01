import type { OptionsFilter } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ClassInList, getClass, listClasses } from '@vlabs/contract/classes/classes';
import { roleHasRight } from '@vlabs/contract/http/rights';
import { useDeferredValue, useState } from 'react';
import { queryOf } from '../platform/calls/query-of.ts';

export type NamedClass = Pick<ClassInList, 'classId' | 'name' | 'subject' | 'term'>;

/** Reports whether the caller may edit work in the class. Campus admins have no role in it. */
export const mayWriteIn = ({ role }: ClassInList): boolean =>
  role === null || roleHasRight(role, 'edit');

const labelOf = ({ name, term }: NamedClass) => `${name}, ${term.name}`;

/** Searches open classes on the server while typing, and keeps the chosen one. */
export function useClassSearch(
  chosen: string | null,
  isOffered: (one: ClassInList) => boolean = () => true,
) {
  const [typed, setTyped] = useState('');
  const { data: shown } = useQuery({
    ...queryOf(getClass, { params: { classId: chosen ?? '' } }),
    enabled: chosen !== null,
  });
  const first = useQuery(queryOf(listClasses, { query: {} }));
  const known = [...(first.data?.classes ?? []), ...(shown ? [shown] : [])];
  // The chosen class's name is not a search.
  const isChoice = known.some((one) => labelOf(one) === typed);
  const search = useDeferredValue(isChoice ? '' : typed.trim());
  const found = useQuery({
    ...queryOf(listClasses, { query: search === '' ? {} : { search } }),
    placeholderData: keepPreviousData,
  });
  const open: NamedClass[] = (found.data?.classes ?? []).filter(isOffered);
  const isMissing = shown && !open.some(({ classId }) => classId === shown.classId);
  const offered = isMissing ? [shown, ...open] : open;
  return {
    /** A failure to load with a retry; null if loaded or loading. */
    failure: first.isError && first.data === undefined ? first : null,
    /** Whether there are any classes; undefined until known. */
    hasAny: chosen !== null || first.data?.classes.some(isOffered),
    /** Props of a field that offers the classes. */
    field: {
      searchable: true,
      nothingFoundMessage: 'No class matches.',
      // The server has already filtered.
      filter: (({ options }) => options) satisfies OptionsFilter,
      onSearchChange: setTyped,
      data: offered.map((one) => ({ value: one.classId, label: labelOf(one) })),
    },
    find: (classId: string | null) => offered.find((one) => one.classId === classId) ?? null,
  };
}
