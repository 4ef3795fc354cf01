import { z } from 'zod';

/** Where servers tell each other how far a run is. */
export const RUNS_CHANNEL = 'runs';

export const RunEvent = z.object({
  token: z.string(),
  phase: z.enum(['queued', 'compiling', 'running', 'finished']),
});
export type RunEvent = z.infer<typeof RunEvent>;
export type Phase = RunEvent['phase'];
