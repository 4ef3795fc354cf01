import { CloseButton, TextInput } from '@mantine/core';
import IconSearch from '~icons/search';

interface SearchFieldProps {
  /** Label, such as "Search students". */
  label: string;
  text: string;
  onSearch: (text: string) => void;
}

export function SearchField({ label, text, onSearch }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      flex="1 1 14rem"
      aria-label={label}
      placeholder={label}
      value={text}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <CloseButton aria-label="Clear the search" onClick={() => onSearch('')} />
        )
      }
      onChange={(event) => onSearch(event.currentTarget.value)}
    />
  );
}
