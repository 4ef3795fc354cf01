import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listTerms } from '@vlabs/contract/classes/classes';
import type { ListTerm } from '@vlabs/contract/students/student-lists';
import { queryOf } from '../../platform/calls/query-of.ts';

interface ListTermFieldProps {
  /** The term of the preview, which is among the choices before they are loaded. */
  term: ListTerm;
  isBusy: boolean;
  onChoose: (termId: string) => void;
}

/** The term that a list's class codes refer to. */
export function ListTermField({ term, isBusy, onChoose }: ListTermFieldProps) {
  const { data: terms = [term] } = useQuery(queryOf(listTerms, {}));
  return (
    <NativeSelect
      label="Term"
      description="Class codes in the list refer to this term."
      data={terms.map(({ termId, name }) => ({ value: termId, label: name }))}
      value={term.termId}
      disabled={isBusy}
      maw="24rem"
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
