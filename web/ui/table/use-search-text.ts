import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** Browsers limit how often the URL may change. */
const QUIET_MS = 300;

const NOTHING: readonly string[] = [];

/**
 * The search text: immediately for the page, and after a delay in the URL so it can be linked.
 * Parameters that depend on the search, such as the page number, are reset.
 */
export function useSearchText(name = 'q', forgets = NOTHING) {
  const [search, setSearch] = useSearchParams();
  const linked = search.get(name) ?? '';
  const [typed, setTyped] = useState(linked);
  const [seen, setSeen] = useState(linked);
  // Back and Forward restore an earlier search; text being typed is not in the URL yet.
  if (seen !== linked) {
    setSeen(linked);
    setTyped(linked);
  }

  const write = useDebouncedCallback((text: string) => {
    setSeen(text);
    setSearch(
      (current) => {
        if (text === '') current.delete(name);
        else current.set(name, text);
        for (const other of forgets) current.delete(other);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, QUIET_MS);

  function setText(text: string): void {
    setTyped(text);
    write(text);
  }

  return [typed, setText] as const;
}
