/** What a student wrote for lab records, for the download of their data. */
export { listOwnTexts } from './records.queries.ts';
