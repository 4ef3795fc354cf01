import { isRecord } from '../records.ts';

const reasons = ['pending', 'signed-out', 'not-allowed'] as const;

export interface Origin {
  /** The requested page, with query and hash. */
  from: string;
  because: (typeof reasons)[number];
}

export function originOf(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  because: Origin['because'],
): Origin {
  return { from: pathname + search + hash, because };
}

/** Reads the guard's navigation state; null if the user opened the login page directly. */
export function readOrigin(state: unknown): Origin | null {
  if (!isRecord(state)) return null;
  const { from } = state;
  const because = reasons.find((reason) => reason === state['because']);
  return typeof from === 'string' && from.startsWith('/') && because ? { from, because } : null;
}
