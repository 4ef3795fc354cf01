import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listTerms } from '@vlabs/contract/people/classes';
import type { ListTerm } from '@vlabs/contract/people/student-lists';
import { queryOf } from '../../platform/calls/query-of.ts';

interface ListTermFieldProps {
  /** The term of the preview, which is among the choices before these are loaded. */
  term: ListTerm;
  isBusy: boolean;
  onChoose: (termId: string) => void;
}

/** Of which term the classes are that a list names by their codes. */
export function ListTermField({ term, isBusy, onChoose }: ListTermFieldProps) {
  const { data: terms = [term] } = useQuery(queryOf(listTerms, {}));
  return (
    <NativeSelect
      label="Term"
      description="The class codes of this list mean classes of this term."
      data={terms.map(({ termId, name }) => ({ value: termId, label: name }))}
      value={term.termId}
      disabled={isBusy}
      maw="24rem"
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
