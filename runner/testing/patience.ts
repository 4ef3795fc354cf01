/**
 * How many times as long as elsewhere tests wait, and programs under test may take: a machine that is slow is given the
 * time to show what else becomes of a program. Limits that a test gives itself stay as they are.
 */
export const PATIENCE = Number(process.env['TEST_PATIENCE'] ?? 1);

/** How long a test waits for what should happen before it counts as a hang, in milliseconds. */
export const HANG_MS = 120_000 * PATIENCE;

/** For `vi.waitFor` and `vi.waitUntil`, which else give up after a second. */
export const PATIENTLY = { timeout: HANG_MS };
