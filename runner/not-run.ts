import {
  type Execution,
  MACHINE_TOO_BUSY,
  NO_TRACER,
  RUN_TOOK_TOO_LONG,
} from '@vlabs/contract/runs/runner';

const nothing = {
  stdoutBase64: '',
  stderrBase64: '',
  exitCode: null,
  exitSignal: null,
  cpuTimeMs: 0,
  wallTimeMs: 0,
  memoryKb: 0,
};

/** The earlier inputs used up the run's total time. */
export const NO_TIME_LEFT: Execution = {
  ...nothing,
  verdict: 'time_limit',
  message: RUN_TOOK_TOO_LONG,
};

/** The tracer of the language does not work here, or there is none. */
export const UNTRACED: Execution = {
  ...nothing,
  verdict: 'internal_error',
  message: NO_TRACER,
};

/** The machine kept the compiler or the program waiting for a processor: a fault of ours. */
export const STARVED: Execution = {
  ...nothing,
  verdict: 'internal_error',
  message: MACHINE_TOO_BUSY,
};
