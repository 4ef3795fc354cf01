/** Pages through the notices that a person has read. */
export { listOwnReads } from './own-reads.queries.ts';
