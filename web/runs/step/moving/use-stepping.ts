import { useWindowEvent } from '@mantine/hooks';
import { type Dispatch, type RefObject, useEffect } from 'react';
import type { Move, StepAction, StepState } from './stepping.ts';

/** Of playing: slow enough to read a change. */
const EACH_MS = 600;

export interface Stepping {
  state: StepState;
  dispatch: Dispatch<StepAction>;
}

/** Goes on step by step while playing. */
export function usePlaying({ isPlaying }: StepState, dispatch: Dispatch<StepAction>): void {
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => dispatch({ type: 'tick' }), EACH_MS);
    return () => clearInterval(timer);
  }, [isPlaying, dispatch]);
}

const MOVES: ReadonlyMap<string, Move> = new Map<string, Move>([
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['Shift+ArrowLeft', 'back-over'],
  ['Shift+ArrowRight', 'over'],
  ['Shift+ArrowUp', 'out'],
  ['Home', 'first'],
  ['End', 'last'],
  ['[', 'last-visit'],
  [']', 'next-visit'],
]);

/** Their own keys are wanted there. */
const FIELDS = 'input, textarea, select, [role="tab"], [role="menu"], hr';
const PRESSED_BY_SPACE = 'button, a, summary';

/** The keys work while the focus is in the viewer or nowhere. */
export function useStepKeys(root: RefObject<HTMLElement | null>, dispatch: Dispatch<StepAction>) {
  useWindowEvent(
    'keydown',
    (event) => {
      const action = actionOf(event, root.current);
      if (!action) return;
      event.preventDefault();
      // The slider would move too.
      event.stopPropagation();
      dispatch(action);
    },
    { capture: true },
  );
}

function actionOf(event: KeyboardEvent, root: HTMLElement | null): StepAction | null {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return null;
  const isHere = target === document.body || root?.contains(target) === true;
  if (!isHere || target.closest(FIELDS)) return null;
  if (key === ' ') return target.closest(PRESSED_BY_SPACE) ? null : { type: 'play' };
  const isShifted = event.shiftKey && key.startsWith('Arrow');
  const move = MOVES.get(isShifted ? `Shift+${key}` : key);
  return move === undefined ? null : { type: 'move', move };
}
