import { NOTHING, type Ratio, WHOLE, isSame } from '../scoring/ratios.ts';
import { readJudgement } from './judgement.ts';

/** How statistics count programs. */
export const CLASSES = {
  all: 'All points',
  some: 'Some of the points',
  none: 'No points',
  not_compiled: 'Did not compile',
} as const;
export const isClass = (name: string): name is keyof typeof CLASSES => Object.hasOwn(CLASSES, name);

/** Test cases without points decide no class. */
export function classOf(judgement: string, share: Ratio): keyof typeof CLASSES {
  if (isSame(share, WHOLE)) return 'all';
  if (!isSame(share, NOTHING)) return 'some';
  const read = readJudgement(judgement);
  if ('share' in read) return 'none';
  return read.outcomes.every((outcome) => outcome === 'not_compiled') ? 'not_compiled' : 'none';
}
