/** Pages through everything a person typed and saved. */
export { listAllDrafts, listAllVersions } from './all-programs.queries.ts';
