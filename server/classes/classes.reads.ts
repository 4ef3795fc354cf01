/** What of classes decides about work. */
export { requireClassOfWork } from './class-of-work.ts';
/** Parts of statements that limit a list to what somebody reaches. */
export { isDoneIn, isWorkIn } from './reach.queries.ts';
