import {
  type ClassGroup,
  FEW_STUDENTS,
  type Spread,
} from '@vlabs/contract/insight/class-comparison';
import type {
  Bin,
  Group,
  QuizPerformance,
  StudentPerformance,
} from '@vlabs/contract/insight/insight';
import { showMinutes, showPercent } from './figures.ts';

/** The title of the score chart: a finding, not a label. */
export function findingOfScores({ figures, scores }: QuizPerformance): string {
  const { attempts, mean } = figures;
  if (attempts === 0) return 'Nobody has submitted this test yet';
  const below = sum(scores.filter(({ to }) => to <= 40));
  if (below > 0) {
    return `The mean is ${showPercent(mean)}; ${below} of ${attempts} scored below 40 %`;
  }
  return `The mean is ${showPercent(mean)}; nobody scored below 40 %`;
}

export function findingOfTimes({ medianMinutes, minutesTaken }: QuizPerformance): string {
  const longest = minutesTaken.at(-1)?.to ?? 0;
  const isShort = medianMinutes !== null && medianMinutes < 1;
  const took = isShort ? 'under a minute' : `less than ${showMinutes(medianMinutes)}`;
  return `Half of them took ${took}, the slowest up to ${showMinutes(longest)}`;
}

export function findingOfSubmissions({ invited, figures }: QuizPerformance): string {
  return `${figures.attempts} of ${invited} students have submitted`;
}

export function findingOfGroups(what: string, groups: readonly Group[]): string {
  if (groups.length === 0) return `No student has a ${what} on the student list`;
  const sure = groups.filter(({ attempts }) => attempts >= FEW_STUDENTS);
  const [best, worst] = [sure[0], sure.at(-1)];
  if (!best || !worst) return `Each ${what} has fewer than 5 students: results are unreliable`;
  if (groups.length === 1)
    return `All students have one ${what}: ${best.name}, ${showPercent(best.mean)}`;
  if (best === worst) return `${best.name} has a mean of ${showPercent(best.mean)}`;
  const gap = Math.round(best.mean - worst.mean);
  return leads(best.name, worst.name, gap);
}

/** A comparison of groups over a term, without groups of fewer than five students. */
export function findingOfSpreads(
  what: ClassGroup['by'],
  groups: readonly { name: string; spread: Spread }[],
): string {
  if (groups.length === 0) return `No ${what} has results for these days`;
  const sure = groups
    .filter(({ spread }) => spread.points.length === 0)
    .toSorted((one, other) => other.spread.mean - one.spread.mean);
  const [best, worst] = [sure[0], sure.at(-1)];
  if (!best || !worst) return `Each ${what} has fewer than 5 students with results: unreliable`;
  if (best === worst) return `${best.name} has a mean of ${showPercent(best.spread.mean)}`;
  const gap = Math.round(best.spread.mean - worst.spread.mean);
  return gap === 0
    ? `The ${what}s differ by less than one point of 100`
    : leads(best.name, worst.name, gap);
}

const leads = (best: string, worst: string, gap: number) =>
  `${best} leads ${worst} by ${gap} ${gap === 1 ? 'point' : 'points'} of 100`;

const STEADY = 1;

export function findingOfTrend({ trend, results }: StudentPerformance): string {
  if (results.length === 0) return 'No tests submitted yet';
  if (trend === null) return 'A trend needs three submitted tests';
  if (Math.abs(trend) < STEADY) return 'Results are stable from test to test';
  const points = Math.abs(trend).toFixed(1);
  return `The results ${trend > 0 ? 'rise' : 'fall'} by ${points} points of 100 from test to test`;
}

const sum = (bins: readonly Bin[]) => bins.reduce((all, { count }) => all + count, 0);
