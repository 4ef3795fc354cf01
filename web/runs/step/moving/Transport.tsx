import { ActionIcon, Slider } from '@mantine/core';
import type { Replayed } from '@vlabs/contract/runs/trace/replay';
import type { ReactNode } from 'react';
import IconChevronLeft from '~icons/chevron-left';
import IconChevronRight from '~icons/chevron-right';
import IconArrowForwardUp from '~icons/arrow-forward-up';
import IconPlayerPause from '~icons/player-pause';
import IconPlayerPlay from '~icons/player-play';
import IconPlayerSkipBack from '~icons/player-skip-back';
import IconPlayerSkipForward from '~icons/player-skip-forward';
import IconStepOut from '~icons/step-out';
import type { Icon } from '../../../ui/make-icon.tsx';
import { DepthStrip } from './DepthStrip.tsx';
import { sayPlace } from '../words/step-words.ts';
import type { Move } from './stepping.ts';
import type { Stepping } from './use-stepping.ts';
import classes from './Transport.module.css';

interface TransportProps {
  trace: Replayed;
  stepping: Stepping;
  /** Shown at the end of the row. */
  actions: ReactNode;
}

/** Buttons and a slider that choose the step, and where it is. */
export function Transport({ trace, stepping, actions }: TransportProps) {
  const { state, dispatch } = stepping;
  const { at, isPlaying } = state;
  const last = trace.snapshots.length - 1;
  const isFirst = at <= 0;
  const isLast = at >= last;
  const place = sayPlace(trace, at);
  const go = (move: Move) => dispatch({ type: 'move', move });
  return (
    <div className={classes.transport}>
      <div className={classes.buttons}>
        <Move
          icon={IconPlayerSkipBack}
          name="First step"
          keys="Home"
          isOff={isFirst}
          onPress={() => go('first')}
        />
        <Move
          icon={IconChevronLeft}
          name="Back"
          keys="ArrowLeft"
          isOff={isFirst}
          onPress={() => go('back')}
        />
        <Move
          icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
          name={isPlaying ? 'Pause' : 'Play'}
          keys="Space"
          isOff={last < 1}
          onPress={() => dispatch({ type: 'play' })}
        />
        <Move
          icon={IconChevronRight}
          name="Forward"
          keys="ArrowRight"
          isOff={isLast}
          onPress={() => go('forward')}
        />
        <Move
          icon={IconArrowForwardUp}
          name="Over the call"
          keys="Shift+ArrowRight"
          isOff={isLast}
          onPress={() => go('over')}
        />
        <Move
          icon={IconStepOut}
          name="Out of the call"
          keys="Shift+ArrowUp"
          isOff={isLast}
          onPress={() => go('out')}
        />
        <Move
          icon={IconPlayerSkipForward}
          name="Last step"
          keys="End"
          isOff={isLast}
          onPress={() => go('last')}
        />
      </div>
      <div className={classes.track}>
        <Slider
          min={0}
          max={Math.max(1, last)}
          value={Math.max(0, at)}
          disabled={last < 1}
          label={null}
          size="sm"
          thumbSize={18}
          classNames={{ thumb: classes.thumb ?? '' }}
          thumbLabel="Step"
          thumbValueText={place}
          onChange={(to) => dispatch({ type: 'slide', to })}
          onChangeEnd={(to) => dispatch({ type: 'slid', to })}
        />
        <DepthStrip snapshots={trace.snapshots} at={at} />
      </div>
      <p className={classes.place}>{place}</p>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}

const NAMES_OF_KEYS: ReadonlyMap<string, string> = new Map([
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
  ['Shift+ArrowRight', 'Shift →'],
  ['Shift+ArrowUp', 'Shift ↑'],
]);

interface MoveProps {
  icon: Icon;
  name: string;
  /** As in `aria-keyshortcuts`. */
  keys: string;
  isOff: boolean;
  onPress: () => void;
}

function Move({ icon: Shown, name, keys, isOff, onPress }: MoveProps) {
  return (
    <ActionIcon
      variant="default"
      className={classes.move ?? ''}
      aria-label={name}
      aria-keyshortcuts={keys}
      title={`${name} (${NAMES_OF_KEYS.get(keys) ?? keys})`}
      // It keeps the focus, from which the keys work.
      aria-disabled={isOff}
      data-disabled={isOff}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      <Shown size={18} aria-hidden />
    </ActionIcon>
  );
}
