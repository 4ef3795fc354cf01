import type { LiveRunOrder, LiveTurns } from '@vlabs/contract/runs/live-runs';
import type { RunPlan } from '../store/program.ts';
import { writeRunOrder } from './run-order.ts';

/** Total time, including the time in which a person reads and types. */
const MAX_LIVE_RUN_S = 600;
const MAX_IDLE_MS = 120_000;
/** When a terminal yields to people who have none. */
export const LIVE_TURNS: LiveTurns = { giveWayAfterMs: 30_000, longestTurnMs: 180_000 };
/** Output limit; stops only endless loops. */
const MAX_OUTPUT_KB = 2 * 1024 * 1024;
/** Stored with the run: the beginning of the terminal's output. */
const KEPT_OUTPUT_BYTES = 256 * 1024;

/** Terminal programs get more time for their user, and stdout and stderr are merged. */
export const asLive = <Plan extends RunPlan>(plan: Plan): Plan => ({
  ...plan,
  program: { ...plan.program, redirectStderrToStdout: true },
  limits: { ...plan.limits, wallTimeSeconds: MAX_LIVE_RUN_S },
});

interface LiveRunOrigin extends Pick<LiveRunOrder, 'window' | 'others' | 'turns' | 'person'> {
  /** Number of the owner's unfinished runs when it was added. */
  priority: number;
}

export function writeLiveRunOrder(
  plan: RunPlan,
  { window, ...given }: LiveRunOrigin,
): LiveRunOrder {
  const { language, sourceBase64, limits } = writeRunOrder(plan);
  return {
    language,
    sourceBase64,
    limits: { ...limits, outputKb: MAX_OUTPUT_KB },
    idleTimeMs: MAX_IDLE_MS,
    keptOutputBytes: KEPT_OUTPUT_BYTES,
    window,
    ...given,
  };
}
