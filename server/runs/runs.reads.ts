export { listPastRunsOf } from './history/past-runs.ts';
export { listAllRuns } from './history/all-runs.queries.ts';
