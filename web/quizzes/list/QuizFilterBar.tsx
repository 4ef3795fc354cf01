import { Button, NativeSelect, TextInput } from '@mantine/core';
import IconSearch from '~icons/search';
import IconSortAscending from '~icons/sort-ascending';
import IconSortDescending from '~icons/sort-descending';
import classes from './QuizFilterBar.module.css';
import type { QuizFilter } from './quiz-filter.ts';

interface QuizFilterBarProps {
  filter: QuizFilter;
  change: (changes: Partial<QuizFilter>) => void;
  /** Statuses in addition to `all`. */
  statuses: readonly string[];
}

/** Search, status, creation day and order of a list of tests. */
export function QuizFilterBar({ filter, change, statuses }: QuizFilterBarProps) {
  const { isRecentFirst } = filter;
  const Icon = isRecentFirst ? IconSortDescending : IconSortAscending;
  return (
    <search className={classes.bar} aria-label="Quizzes">
      <TextInput
        className={classes.search}
        label="Search Quiz"
        placeholder="Search Quiz"
        description="By subject or topic"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={filter.search}
        onChange={({ currentTarget }) => change({ search: currentTarget.value })}
      />
      <NativeSelect
        label="Status"
        data={['all', ...statuses].map((status) => ({ value: status, label: capitalise(status) }))}
        value={filter.status}
        onChange={({ currentTarget }) => change({ status: currentTarget.value })}
      />
      <TextInput
        label="Created Date"
        type="date"
        value={filter.created}
        onChange={({ currentTarget }) => change({ created: currentTarget.value })}
      />
      <Button
        variant="default"
        aria-pressed={isRecentFirst}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => change({ isRecentFirst: !isRecentFirst })}
      >
        Most recent first
      </Button>
    </search>
  );
}

const capitalise = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
