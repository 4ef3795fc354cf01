import { z } from 'zod';

/** Where servers tell each other how far a run is. */
export const RUNS_CHANNEL = 'runs';

export const RunEvent = z.object({
  token: z.string(),
  phase: z.enum(['queued', 'compiling', 'running', 'finished']),
});
/** Where servers ask whichever of them has a run run to end it. */
export const STOPS_CHANNEL = 'run-stops';

export const StopEvent = z.object({ token: z.string() });

export type RunEvent = z.infer<typeof RunEvent>;
export type Phase = RunEvent['phase'];
