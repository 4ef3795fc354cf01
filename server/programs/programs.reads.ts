/** Everything that a person typed and saved, page by page. */
export { listAllDrafts, listAllVersions } from './all-programs.queries.ts';
