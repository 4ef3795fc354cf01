import { NOTHING, type Ratio, WHOLE, greatest, smallest, sumOf } from './ratios.ts';

/** Rules of other products for imported questions that none of ours can score. */

/** Moodle's several answers: the sum of the fractions of the chosen options, between 0 and 1. */
export const scoreFractions = (
  ticked: ReadonlySet<string>,
  fractions: ReadonlyMap<string, Ratio>,
): Ratio =>
  smallest(WHOLE, greatest(NOTHING, sumOf([...ticked].map((id) => fractions.get(id) ?? NOTHING))));

export interface ResponseMap {
  /** Points for a choice, or for a pair such as `A B`. */
  values: ReadonlyMap<string, Ratio>;
  /** Points for unlisted choices. */
  others: Ratio;
  lower: Ratio | null;
  upper: Ratio | null;
  /** `A B` and `B A` are one pair. */
  areUnordered: boolean;
}

const turned = (pair: string) => pair.split(' ').toReversed().join(' ');

/** QTI's mapResponse, in points: each choice once, then limited to the bounds. */
export function scoreMap(response: readonly string[], map: ResponseMap): Ratio {
  const named = (choice: string) =>
    map.areUnordered && !map.values.has(choice) ? turned(choice) : choice;
  const choices = new Set(response.map(named));
  const sum = sumOf([...choices].map((choice) => map.values.get(choice) ?? map.others));
  const raised = map.lower ? greatest(map.lower, sum) : sum;
  return map.upper ? smallest(map.upper, raised) : raised;
}
