import type { Mistake } from './kind.ts';
import { type Ratio, NOTHING, WHOLE, isAtMost, ratio, readRatio } from './scoring/ratios.ts';
import { Short } from './texts.ts';

/** As the choices of a teacher are kept; `guess` is what takes from blind choice what it earns. */
export const USUAL_COSTS = ['0', '1/4', '1/3', 'guess'] as const;

/** What a wrong answer costs: a share of the points, `guess`, or a share of the teacher's own. */
export const WrongCost = Short;

/** A share from 0 to 1. Of a cost that cannot be read it is 0. */
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
  const message = 'Write a share of the points from 0 to 1, like 0.25 or 1/3.';
  return [{ path: 'Key.cost', message }];
}
