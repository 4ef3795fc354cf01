/** The grace of a test: whose answer waits longer than that until it is taken could lose it. */
export const GRACE_S = 60;
/** Where nothing that answers depend on is away, or others step in at once. */
export const PROMPT_S = 20;
