export { listPastRunsOf } from './history/past-runs.ts';
