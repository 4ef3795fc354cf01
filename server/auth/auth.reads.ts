/** Account data and sessions of a person. */
export { findAccount } from './people.queries.ts';
export { listSessions } from './sessions.queries.ts';
/** Whether anyone can sign in with a published password. */
export { isDemoOpen } from './demo-accounts.service.ts';
