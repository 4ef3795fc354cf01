export { listPastRunsOf } from './past-runs.ts';
