import { useState } from 'react';
import { formatMomentBeside } from '../../ui/dates/dates.ts';
import { useMinute } from '../../ui/dates/use-minute.ts';
import type { Received } from './use-attempt-events.ts';

export interface Told {
  id: string;
  is: 'moved' | 'announced';
  text: string;
}

/** What the student was told while the page was open, until and after they have put it away. */
export function useTold(received: Received) {
  const told = listTold(received, useMinute());
  const [earlier, setEarlier] = useState<ReadonlySet<string>>(new Set());
  return {
    told: told.filter(({ id }) => !earlier.has(id)),
    earlier: told.filter(({ id }) => earlier.has(id)),
    putAway: (id: string) => setEarlier((before) => new Set([...before, id])),
  };
}

function listTold({ movedTo, announcements }: Received, now: number): Told[] {
  const announced = announcements.map(({ id, text }) => ({
    id: `announced ${id}`,
    is: 'announced' as const,
    text,
  }));
  if (movedTo === null) return announced;
  const text = `Your time was changed: this test now ends on ${formatMomentBeside(movedTo, now)}.`;
  return [{ id: `moved ${movedTo}`, is: 'moved', text }, ...announced];
}
