import { REPEAT_PHASE_MS, type RunEvent } from '@vlabs/contract/runs/runner';

type Phase = Exclude<RunEvent, { event: 'finished' }>;

/** Passes events to `write` and repeats the latest phase until the run has finished or `end` is called. */
export function repeatPhase(write: (event: RunEvent) => void) {
  let phase: Phase | null = null;
  const timer = setInterval(() => phase && write({ ...phase, again: true }), REPEAT_PHASE_MS);
  const end = (): void => clearInterval(timer);
  const say = (event: RunEvent): void => {
    if (event.event === 'finished') end();
    else phase = event;
    write(event);
  };
  /** Repeats the phase now: the run is long. */
  const sayLong = (): void => {
    if (phase) write({ ...phase, again: true, isLong: true });
  };
  return { say, sayLong, end };
}
