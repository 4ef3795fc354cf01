import { useSearchParams } from 'react-router';
import type { QuizFilter } from './quiz-filter.ts';

const names = { search: 'search', status: 'status', created: 'created' } as const;

/** The filter of a list of tests, kept in the address so that views can be linked. */
export function useQuizFilter(): {
  filter: QuizFilter;
  change: (changes: Partial<QuizFilter>) => void;
} {
  const [address, setAddress] = useSearchParams();
  const filter: QuizFilter = {
    search: address.get(names.search) ?? '',
    status: address.get(names.status) ?? 'all',
    created: address.get(names.created) ?? '',
    isRecentFirst: address.get('sort') !== 'oldest',
  };

  function change(changes: Partial<QuizFilter>): void {
    const next = { ...filter, ...changes };
    setAddress(
      (current) => {
        put(current, names.search, next.search);
        put(current, names.status, next.status === 'all' ? '' : next.status);
        put(current, names.created, next.created);
        put(current, 'sort', next.isRecentFirst ? '' : 'oldest');
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return { filter, change };
}

function put(address: URLSearchParams, name: string, value: string): void {
  if (value === '') address.delete(name);
  else address.set(name, value);
}
