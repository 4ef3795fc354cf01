import type { Snapshot } from '@vlabs/contract/runs/trace/replay';

/** Paths of an SVG of one unit a step, and HEIGHT units high. */
export interface Strip {
  /** The area below the number of open calls. */
  depth: string;
  /** Ticks at the lower edge, where something was printed. */
  printed: string;
  /** Lines over the whole height: exceptions and signals. */
  failures: string;
}

export const STRIP_HEIGHT = 100;
const TICK = 22;

/** Draws how deep the calls are at each step, with marks. */
export function drawStrip(snapshots: readonly Snapshot[]): Strip {
  const deepest = Math.max(1, ...snapshots.map(({ frames }) => frames.length));
  const heightOf = (depth: number) => Math.round((1 - depth / deepest) * STRIP_HEIGHT);
  let depth = `M0 ${STRIP_HEIGHT}`;
  let printed = '';
  let failures = '';
  let height = -1;
  let output = 0;
  for (const [at, snapshot] of snapshots.entries()) {
    const own = heightOf(snapshot.frames.length);
    if (own !== height) depth += `${height === -1 ? '' : `H${at}`}V${own}`;
    height = own;
    if (snapshot.output > output) printed += `M${at + 0.5} ${STRIP_HEIGHT}v-${TICK}`;
    output = snapshot.output;
    const isFailure = snapshot.event === 'exception' || snapshot.event === 'signal';
    if (isFailure) failures += `M${at + 0.5} 0V${STRIP_HEIGHT}`;
  }
  return { depth: `${depth}H${snapshots.length}V${STRIP_HEIGHT}Z`, printed, failures };
}
