const FIRST_MS = 5000;
const LONGEST_MS = 10 * 60_000;

/**
 * Time to wait before something that failed to start is started again. It doubles with each failure, so that a
 * machine on which it never starts spends little CPU on it.
 * @param failures in a row, 1 or more
 */
export const findRetryDelay = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
