import { NOTHING, type Ratio, WHOLE, isSame, readRatio } from '../scoring/ratios.ts';
import { readJudgement } from './judgement.ts';

/** How statistics count programs. */
export const CLASSES = {
  all: 'All points',
  some: 'Some of the points',
  none: 'No points',
  not_compiled: 'Did not compile',
} as const;
export const isClass = (name: string): name is keyof typeof CLASSES => Object.hasOwn(CLASSES, name);

function classOfShare(share: Ratio): keyof typeof CLASSES {
  if (isSame(share, NOTHING)) return 'none';
  return isSame(share, WHOLE) ? 'all' : 'some';
}

export function classOf(judgement: string): keyof typeof CLASSES {
  const read = readJudgement(judgement);
  if ('share' in read) return classOfShare(readRatio(read.share) ?? NOTHING);
  const { outcomes } = read;
  const passed = outcomes.filter((outcome) => outcome === 'passed').length;
  if (passed === outcomes.length) return 'all';
  if (passed > 0) return 'some';
  return outcomes.every((outcome) => outcome === 'not_compiled') ? 'not_compiled' : 'none';
}
