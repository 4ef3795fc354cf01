import { z } from 'zod';

/** Event channel for the progress of runs. */
export const RUNS_CHANNEL = 'runs';

export const RunEvent = z.object({
  token: z.string(),
  phase: z.enum(['queued', 'compiling', 'running', 'finished']),
});
/** Event channel for stop requests to the server that is executing a run. */
export const STOPS_CHANNEL = 'run-stops';

export const StopEvent = z.object({ token: z.string() });

export type RunEvent = z.infer<typeof RunEvent>;
export type Phase = RunEvent['phase'];
