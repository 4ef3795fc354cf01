import { z } from 'zod';

const Origin = z.object({
  /** Path and search of the page that was asked for. */
  from: z.string().startsWith('/'),
  because: z.enum(['pending', 'signed-out', 'not-allowed']),
});
export type Origin = z.infer<typeof Origin>;

export function originOf(
  location: { pathname: string; search: string },
  because: Origin['because'],
): Origin {
  return { from: location.pathname + location.search, because };
}

/** Reads back what a guard left in the navigation state; null when one came to the login by oneself. */
export function readOrigin(state: unknown): Origin | null {
  const origin = Origin.safeParse(state);
  return origin.success ? origin.data : null;
}
