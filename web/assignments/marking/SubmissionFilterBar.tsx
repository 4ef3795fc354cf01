import { Group, Select } from '@mantine/core';
import { SearchField } from '../../ui/table/SearchField.tsx';
import type { SubmissionFilters } from './use-submissions.ts';

interface SubmissionFilterBarProps {
  filters: SubmissionFilters;
  onChoose: (name: string, value: string | null) => void;
  /** The text of the field. The filter follows it. */
  search: string;
  onSearch: (text: string) => void;
}

const choices = [
  {
    name: 'kind',
    label: 'Kind',
    clear: 'Show every kind',
    data: [
      { value: 'hand-in', label: 'Hand-ins' },
      { value: 'quiz', label: 'Tests' },
    ],
  },
  {
    name: 'state',
    label: 'State',
    clear: 'Show every state',
    data: [
      { value: 'to_mark', label: 'To mark' },
      { value: 'marked', label: 'Marked' },
      { value: 'late', label: 'Late' },
    ],
  },
  {
    name: 'tests',
    label: 'Test cases',
    clear: 'Show any test case result',
    data: [
      { value: 'passed', label: 'All passed' },
      { value: 'failed', label: 'Some failed' },
      { value: 'waiting', label: 'Waiting' },
    ],
  },
  {
    name: 'similar',
    label: 'Similarity',
    clear: 'Show any similarity',
    data: [
      { value: '50', label: 'From 50 %' },
      { value: '70', label: 'From 70 %' },
      { value: '90', label: 'From 90 %' },
    ],
  },
] as const;

/** The filters of the list, stored in the URL. */
export function SubmissionFilterBar(props: SubmissionFilterBarProps) {
  const { filters, onChoose, search, onSearch } = props;
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <SearchField label="Search submissions" text={search} onSearch={onSearch} />
      {choices.map(({ name, label, clear, data }) => (
        <Select
          key={name}
          label={label}
          placeholder="All"
          w="9.5rem"
          data={data}
          clearable
          clearButtonProps={{ 'aria-label': clear }}
          value={filters[name]}
          onChange={(value) => onChoose(name, value)}
        />
      ))}
    </Group>
  );
}
