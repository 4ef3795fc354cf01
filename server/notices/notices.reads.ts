/** Which notices a person has read, page by page. */
export { listOwnReads } from './own-reads.queries.ts';
