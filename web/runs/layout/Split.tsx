import { Box } from '@mantine/core';
import { useDeviceSetting } from '../../platform/storage/use-device-setting.ts';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import classes from './Split.module.css';

interface SplitProps {
  /** Storage key of the share. */
  name: string;
  orientation: 'beside' | 'below';
  /** Label of the separator. */
  label: string;
  /** Of the first part, in percent. */
  usualShare: number;
  leastShare: number;
  maxShare: number;
  /** One below the other at their own heights, without a separator. They stay mounted when this changes. */
  isStacked?: boolean;
  first: ReactNode;
  second: ReactNode;
}

const STEP = 2;
const LARGE_STEP = 10;

/**
 * Two parts with a separator that can be dragged or moved with the arrow keys. Its position is
 * remembered.
 */
export function Split(props: SplitProps) {
  const { name, orientation, label, usualShare, leastShare, maxShare, first, second } = props;
  const { isStacked = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isBeside = orientation === 'beside';
  const [kept, setKept] = useDeviceSetting({
    key: `vlabs.workspace.share.${name}`,
    defaultValue: usualShare,
  });
  const within = (wanted: number) => Math.min(maxShare, Math.max(leastShare, wanted));
  const share = Number.isFinite(kept) ? within(kept) : usualShare;

  const drag = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || !currentTarget.hasPointerCapture(pointerId)) return;
    const part = isBeside ? (clientX - box.left) / box.width : (clientY - box.top) / box.height;
    setKept(within(Math.round(part * 1000) / 10));
  };
  const press = (event: KeyboardEvent) => {
    const wanted = shareAfter(event, share, { leastShare, maxShare, usualShare });
    if (wanted === null) return;
    event.preventDefault();
    setKept(within(wanted));
  };

  return (
    <div
      ref={frame}
      className={classes.split}
      data-orientation={isStacked ? 'stacked' : orientation}
    >
      <div className={classes.first} style={{ flexBasis: `${share}%` }}>
        {first}
      </div>
      <Box
        component="hr"
        className={classes.line ?? ''}
        tabIndex={0}
        aria-label={label}
        aria-orientation={isBeside ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(share)}
        aria-valuemin={leastShare}
        aria-valuemax={maxShare}
        onPointerDown={(event: PointerEvent<HTMLElement>) =>
          event.currentTarget.setPointerCapture(event.pointerId)
        }
        onPointerMove={drag}
        onDoubleClick={() => setKept(usualShare)}
        onKeyDown={press}
      />
      <div className={classes.second}>{second}</div>
    </div>
  );
}

type Shares = Pick<SplitProps, 'leastShare' | 'maxShare' | 'usualShare'>;

/** Null for a key that does not move the separator. */
function shareAfter({ key, shiftKey }: KeyboardEvent, share: number, shares: Shares) {
  const by = shiftKey ? LARGE_STEP : STEP;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return share - by;
  if (key === 'ArrowRight' || key === 'ArrowDown') return share + by;
  if (key === 'Home') return shares.leastShare;
  if (key === 'End') return shares.maxShare;
  return key === 'Enter' ? shares.usualShare : null;
}
