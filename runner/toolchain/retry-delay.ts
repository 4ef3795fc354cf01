const FIRST_MS = 5000;
const LONGEST_MS = 10 * 60_000;

/**
 * How long what cannot start is left alone: each failure doubles it, so that a machine on which it never starts does not spend a
 * processor on trying.
 * @param failures in a row, 1 or more
 */
export const findRetryDelay = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
