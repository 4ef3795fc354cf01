import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** Browsers refuse an address bar that changes at every key. */
const QUIET_MS = 300;

const NOTHING: readonly string[] = [];

/**
 * What is searched for: at once for the page, and soon in the address bar, so that it can be linked.
 * What it forgets in the address goes with another search, such as how far one has paged.
 */
export function useSearchText(name = 'q', forgets = NOTHING) {
  const [search, setSearch] = useSearchParams();
  const linked = search.get(name) ?? '';
  const [typed, setTyped] = useState(linked);
  const [seen, setSeen] = useState(linked);
  // Back and Forward bring an earlier search; what is being typed is not yet in the address.
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
