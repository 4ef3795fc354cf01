import type { Mistake } from './kind.ts';
import {
  type Ratio,
  NOTHING,
  WHOLE,
  isAtMost,
  isSame,
  ratio,
  readRatio,
  writeRatio,
} from './scoring/ratios.ts';
import { Short } from './texts.ts';

/** The teacher's standard choices; `guess` makes random choice earn nothing. */
export const USUAL_COSTS = ['0', '1/4', '1/3', 'guess'] as const;

/** The cost of a wrong answer: a fraction of the points, `guess`, or a custom fraction. */
export const WrongCost = Short;

/** A fraction from 0 to 1; 0 if it cannot be parsed. */
export function readCost(cost: string, options: number): Ratio {
  if (cost === 'guess') return options > 1 ? ratio(1, options - 1) : NOTHING;
  return readShare(cost) ?? NOTHING;
}

function readShare(typed: string): Ratio | null {
  const read = readRatio(typed.trim());
  return read && isAtMost(NOTHING, read) && isAtMost(read, WHOLE) ? read : null;
}

export function costMistake(cost: string): Mistake[] {
  if (cost === 'guess' || readShare(cost)) return [];
  const message = 'Enter a fraction from 0 to 1, such as 0.25 or 1/3.';
  return [{ path: 'Key.cost', message }];
}

/** What students are told; null if a wrong answer costs nothing. */
export function describeCost(cost: string, options: number): string | null {
  const share = readCost(cost, options);
  if (isAtMost(share, NOTHING)) return null;
  return isSame(share, WHOLE)
    ? 'A wrong answer costs the points of the question.'
    : `A wrong answer costs ${writeRatio(share)} of the points.`;
}
