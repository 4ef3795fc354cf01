export { listPastRunsOf } from './history/past-runs.ts';
export { isNotTried } from './limits/run-limits.ts';
/** Has the stepped examples of saved texts traced. */
export { prepareExamples } from './examples/examples.service.ts';
export { countRuns } from './store/runs.queries.ts';
export { listAllRuns } from './store/run-history.queries.ts';
/** Detaches an owner's runs before the roll number is given to someone else. */
export { updateRunOwnerToNobody } from './store/runs.queries.ts';
export { checkProgram, checkWithMutants } from './checks/check-program.ts';
export type { CheckedProgram } from './checks/checked-program.ts';
export { type ProgramRunner, runTestCases } from './test-cases/run-test-cases.ts';
export type { WrittenProgram } from './store/written-program.ts';
