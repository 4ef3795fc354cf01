import { NOTHING, type Ratio, WHOLE, greatest, smallest, sumOf } from './ratios.ts';

/** The rules of other products by which questions come in that are scored by none of ours. */

/** Moodle's several answers: the sum of the shares of what is ticked, within 0 and 1. */
export const scoreFractions = (
  ticked: ReadonlySet<string>,
  fractions: ReadonlyMap<string, Ratio>,
): Ratio =>
  smallest(WHOLE, greatest(NOTHING, sumOf([...ticked].map((id) => fractions.get(id) ?? NOTHING))));

export interface ResponseMap {
  /** Points for a choice, or for a pair as `A B`. */
  values: ReadonlyMap<string, Ratio>;
  /** Points for what is not named. */
  others: Ratio;
  lower: Ratio | null;
  upper: Ratio | null;
  /** `A B` and `B A` are one pair. */
  areUnordered: boolean;
}

const turned = (pair: string) => pair.split(' ').toReversed().join(' ');

/** QTI's mapResponse, in points: each choice once, then within the bounds. */
export function scoreMap(response: readonly string[], map: ResponseMap): Ratio {
  const named = (choice: string) =>
    map.areUnordered && !map.values.has(choice) ? turned(choice) : choice;
  const choices = new Set(response.map(named));
  const sum = sumOf([...choices].map((choice) => map.values.get(choice) ?? map.others));
  const raised = map.lower ? greatest(map.lower, sum) : sum;
  return map.upper ? smallest(map.upper, raised) : raised;
}
