/**
 * Multiplies the time that tests wait and that programs under test may take, for slow machines. Limits that a test
 * sets itself are unchanged.
 */
export const PATIENCE = Number(process.env['TEST_PATIENCE'] ?? 1);

/** How long a test waits for an event before it counts as a hang, in milliseconds. */
export const HANG_MS = 120_000 * PATIENCE;

/** For `vi.waitFor` and `vi.waitUntil`, whose default is one second. */
export const PATIENTLY = { timeout: HANG_MS };
