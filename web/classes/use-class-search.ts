import type { OptionsFilter } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ClassInList, getClass, listClasses } from '@vlabs/contract/people/classes';
import { roleHasRight } from '@vlabs/contract/rights';
import { useDeferredValue, useState } from 'react';
import { queryOf } from '../platform/calls/query-of.ts';

export type NamedClass = Pick<ClassInList, 'classId' | 'name' | 'subject' | 'term'>;

/** May the caller write work in it? To a campus admin it has no role. */
export const mayWriteIn = ({ role }: ClassInList): boolean =>
  role === null || roleHasRight(role, 'edit');

const labelOf = ({ name, term }: NamedClass) => `${name}, ${term.name}`;

/** Open classes to choose from, found by the server as one types, and the one that is chosen. */
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
  // What is chosen is no search.
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
    /** What could not be loaded, with a way to try again; null where it could, or is on its way. */
    failure: first.isError && first.data === undefined ? first : null,
    /** Whether there is anything to choose; undefined until it is known. */
    hasAny: chosen !== null || first.data?.classes.some(isOffered),
    /** Of a field that offers them. */
    field: {
      searchable: true,
      nothingFoundMessage: 'No class matches.',
      // The server has searched.
      filter: (({ options }) => options) satisfies OptionsFilter,
      onSearchChange: setTyped,
      data: offered.map((one) => ({ value: one.classId, label: labelOf(one) })),
    },
    find: (classId: string | null) => offered.find((one) => one.classId === classId) ?? null,
  };
}
