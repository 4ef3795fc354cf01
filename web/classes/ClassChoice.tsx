import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Audience, EVERYONE } from '@vlabs/contract/people/audience';
import { type ClassInList, getClass, listClasses } from '@vlabs/contract/people/classes';
import { mayInClass } from '@vlabs/contract/rights';
import { useDeferredValue, useState } from 'react';
import { queryOf } from '../platform/calls/query-of.ts';
import { useIsCampusAdmin } from '../platform/calls/use-is-campus-admin.ts';

type Named = Pick<ClassInList, 'classId' | 'name' | 'subject' | 'term'>;

interface ClassChoiceProps {
  audience: Audience;
  /** With the class that was chosen; null is the whole campus. */
  onChange: (audience: Audience, chosen: Named | null) => void;
  error?: string | null;
}

const labelOf = ({ name, term }: Named) => `${name}, ${term.name}`;
const mayWriteIn = ({ role }: ClassInList) => role === null || mayInClass(role, 'write');

/** The class that work is for, of those in which the caller may write; nothing where there are none. */
export function ClassChoice({ audience, onChange, error = null }: ClassChoiceProps) {
  const chosen = audience.inClass?.classId ?? null;
  const isCampusAdmin = useIsCampusAdmin();
  const [typed, setTyped] = useState('');
  const { data: shown } = useQuery({
    ...queryOf(getClass, { params: { classId: chosen ?? '' } }),
    enabled: chosen !== null,
  });
  // What is chosen is no search.
  const search = useDeferredValue(shown && typed === labelOf(shown) ? '' : typed.trim());
  const all = useQuery(queryOf(listClasses, { query: {} }));
  const found = useQuery({
    ...queryOf(listClasses, { query: { search } }),
    placeholderData: keepPreviousData,
  });
  const open: Named[] = (found.data?.classes ?? []).filter(mayWriteIn);
  if (chosen === null && !all.data?.classes.some(mayWriteIn)) return null;
  const isMissing = shown && !open.some(({ classId }) => classId === shown.classId);
  const offered = isMissing ? [shown, ...open] : open;
  const choose = (classId: string | null) => {
    const named = offered.find((one) => one.classId === classId) ?? null;
    const inClass = named && { inClass: { classId: named.classId, sections: [] } };
    onChange({ ...EVERYONE, ...inClass }, named);
  };
  return (
    <Select
      label="Class"
      placeholder={isCampusAdmin ? 'The whole campus' : 'Choose the class'}
      description={isCampusAdmin ? 'Without one, it is for the whole campus.' : undefined}
      error={error}
      searchable
      clearable={isCampusAdmin}
      clearButtonProps={{ 'aria-label': 'For the whole campus' }}
      allowDeselect={isCampusAdmin}
      nothingFoundMessage="No class matches."
      // The server has searched.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      data={offered.map((one) => ({ value: one.classId, label: labelOf(one) }))}
      value={chosen}
      onChange={choose}
    />
  );
}
