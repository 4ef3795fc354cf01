/** The grace period of a test: an answer that waits longer may be lost. */
export const GRACE_S = 60;
/** The bound for faults in which answers stay possible, or other servers take over immediately. */
export const PROMPT_S = 20;
