import type { Bin, Group } from '@vlabs/contract/insight/insight';
import { covarianceOf, meanOf } from './item-statistics.ts';
import { medianOf } from './quiz-statistics.ts';

const TENTHS = 10;

/** Percentages in tenths; the last one includes 100. */
export function binPercents(percents: readonly number[]): Bin[] {
  return Array.from({ length: TENTHS }, (_, tenth) => {
    const [from, to] = [tenth * 10, tenth * 10 + 10];
    const isLast = tenth === TENTHS - 1;
    const inside = percents.filter((value) => value >= from && (value < to || isLast));
    return { from, to, count: inside.length };
  });
}

/** From 0 to the longest, in at most twelve steps of whole minutes. */
export function binMinutes(minutes: readonly number[]): Bin[] {
  if (minutes.length === 0) return [];
  const longest = Math.max(...minutes);
  const width = Math.max(1, Math.ceil((longest + 0.001) / 12));
  const bins = Math.floor(longest / width) + 1;
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of minutes) {
    const bin = Math.floor(value / width);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, bin) => ({ from: bin * width, to: (bin + 1) * width, count }));
}

/** Submissions by up to twenty moments between the first and the last. */
export function countUp(times: readonly Date[]): { at: string; count: number }[] {
  const ordered = times.map((time) => time.getTime()).toSorted((one, other) => one - other);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined) return [];
  const steps = first === last ? 0 : 19;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = step === steps ? last : Math.round(first + ((last - first) * step) / steps);
    return {
      at: new Date(at).toISOString(),
      count: ordered.filter((time) => time <= at).length,
    };
  });
}

/** Mean percentages by a name of the students, best first; omits students without the name. */
export function compareGroups(rows: readonly { name: string; percent: number }[]): Group[] {
  const named = rows.filter(({ name }) => name !== '');
  return [...Map.groupBy(named, ({ name }) => name)]
    .map(([name, members]) =>
      describeGroup(
        name,
        members.map(({ percent }) => percent),
      ),
    )
    .toSorted((one, other) => other.mean - one.mean);
}

function describeGroup(name: string, percents: readonly number[]): Group {
  const variance = covarianceOf(percents, percents);
  return {
    name,
    attempts: percents.length,
    mean: meanOf(percents) ?? 0,
    median: medianOf(percents) ?? 0,
    standardDeviation: variance === null ? null : Math.sqrt(variance),
    lowest: Math.min(...percents),
    highest: Math.max(...percents),
  };
}

/** The slope of the least-squares line per step; needs three values. */
export function slopeOf(values: readonly number[]): number | null {
  if (values.length < 3) return null;
  const places = values.map((_, place) => place);
  const [covariance, variance] = [covarianceOf(places, values), covarianceOf(places, places)];
  return covariance === null || variance === null ? null : covariance / variance;
}
