import { Select } from '@mantine/core';
import { type Audience, EVERYONE } from '@vlabs/contract/people/audience';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';
import { mayWriteIn, type NamedClass, useClassSearch } from './use-class-search.ts';

interface ClassChoiceProps {
  audience: Audience;
  /** With the class that was chosen; null is the whole campus. */
  onChange: (audience: Audience, chosen: NamedClass | null) => void;
}

/** The class that work is for, of those in which the caller may write; nothing where there are none. */
export function ClassChoice({ audience, onChange }: ClassChoiceProps) {
  const chosen = audience.inClass?.classId ?? null;
  const isCampusAdmin = useIsCampusAdmin();
  const { hasAny, options, setTyped, find } = useClassSearch(chosen, mayWriteIn);
  if (!hasAny) return null;
  const choose = (classId: string | null) => {
    const named = find(classId);
    const inClass = named && { inClass: { classId: named.classId, sections: [] } };
    onChange({ ...EVERYONE, ...inClass }, named);
  };
  return (
    <Select
      label="Class"
      placeholder={isCampusAdmin ? 'The whole campus' : 'Choose the class'}
      description={isCampusAdmin ? 'Without one, it is for the whole campus.' : undefined}
      searchable
      clearable={isCampusAdmin}
      clearButtonProps={{ 'aria-label': 'For the whole campus' }}
      allowDeselect={isCampusAdmin}
      nothingFoundMessage="No class matches."
      // The server has searched.
      filter={({ options: found }) => found}
      onSearchChange={setTyped}
      data={options}
      value={chosen}
      onChange={choose}
    />
  );
}
