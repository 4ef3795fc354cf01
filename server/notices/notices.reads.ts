/** Pages through the notices that a person has read. */
export { listOwnReads } from './notices.queries.ts';
