/** What of classes decides about work. */
export { requireClassOfWork } from './class-of-work.ts';
/** What limits a list to what somebody reaches. */
export { isDoneIn, isWorkIn, listSeenBy } from './reach.queries.ts';
