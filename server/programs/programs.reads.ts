/** Pages through everything a person typed and saved. */
export { listAllDrafts, listAllVersions } from './programs.queries.ts';
