import { Box } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import classes from './Split.module.css';

interface SplitProps {
  /** Names the share in this browser's storage. */
  name: string;
  orientation: 'beside' | 'below';
  /** What moving the line changes. */
  label: string;
  /** Of the first part, in percent. */
  usualShare: number;
  leastShare: number;
  maxShare: number;
  first: ReactNode;
  second: ReactNode;
}

const step = 2;
const largeStep = 10;

/** Two parts and a line between them that is moved by hand or by the arrow keys; where it stands is remembered. */
export function Split(props: SplitProps) {
  const { name, orientation, label, usualShare, leastShare, maxShare, first, second } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isBeside = orientation === 'beside';
  const [kept, setKept] = useLocalStorage({
    key: `vlabs.workspace.share.${name}`,
    defaultValue: usualShare,
    getInitialValueInEffect: false,
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
    <div ref={frame} className={classes.split} data-orientation={orientation}>
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

/** Null for a key that does not move the line. */
function shareAfter({ key, shiftKey }: KeyboardEvent, share: number, shares: Shares) {
  const by = shiftKey ? largeStep : step;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return share - by;
  if (key === 'ArrowRight' || key === 'ArrowDown') return share + by;
  if (key === 'Home') return shares.leastShare;
  if (key === 'End') return shares.maxShare;
  return key === 'Enter' ? shares.usualShare : null;
}
