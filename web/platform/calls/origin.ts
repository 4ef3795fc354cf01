import { isRecord } from '../records.ts';

const reasons = ['pending', 'signed-out', 'not-allowed'] as const;

export interface Origin {
  /** The page that was asked for, with what stands behind its path. */
  from: string;
  because: (typeof reasons)[number];
}

export function originOf(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  because: Origin['because'],
): Origin {
  return { from: pathname + search + hash, because };
}

/** Reads back what a guard left in the navigation state; null when one came to the login by oneself. */
export function readOrigin(state: unknown): Origin | null {
  if (!isRecord(state)) return null;
  const { from } = state;
  const because = reasons.find((reason) => reason === state['because']);
  return typeof from === 'string' && from.startsWith('/') && because ? { from, because } : null;
}
