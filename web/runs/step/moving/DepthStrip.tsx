import type { Snapshot } from '@vlabs/contract/runs/trace/replay';
import { memo } from 'react';
import { drawStrip, STRIP_HEIGHT } from './depth-strip.ts';
import classes from './Transport.module.css';

interface DepthStripProps {
  snapshots: readonly Snapshot[];
  at: number;
}

/** How deep the calls are over the whole trace, below the slider. What it shows is said in words at each step. */
export function DepthStrip({ snapshots, at }: DepthStripProps) {
  // From the middle of the first step to that of the last, as the slider above.
  const width = Math.max(1, snapshots.length - 1);
  return (
    <svg
      className={classes.strip}
      viewBox={`0.5 0 ${width} ${STRIP_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      <title>
        Grey: how deep the calls are. Short lines: something was printed. Dashed lines: an
        exception.
      </title>
      <Drawing snapshots={snapshots} />
      <path className={classes.cursor} d={`M${at + 0.5} 0V${STRIP_HEIGHT}`} />
    </svg>
  );
}

const Drawing = memo(function Drawing({ snapshots }: Pick<DepthStripProps, 'snapshots'>) {
  const { depth, printed, failures } = drawStrip(snapshots);
  return (
    <>
      <path className={classes.depth} d={depth} />
      <path className={classes.printed} d={printed} />
      <path className={classes.failures} d={failures} />
    </>
  );
});
