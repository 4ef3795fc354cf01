/** What one question did among the attempts, by the formulas of Moodle's quiz statistics report. */
export interface ItemStatistics {
  attempts: number;
  /** Mean mark as a part of the full mark, 0 to 1; null without an attempt. */
  facility: number | null;
  /** In marks, with n − 1; null below two attempts. */
  standardDeviation: number | null;
  markVariance: number | null;
  /** Of the total without this question. */
  otherMarkVariance: number | null;
  /** Between the mark here and the total without it. */
  covariance: number | null;
  /** The same, with both in order: as far as the marks allow at all. */
  covarianceMax: number | null;
  /** −100 to 100; null where one of both does not vary. */
  discriminationIndex: number | null;
  /** What it separates, as a part of what its marks allow; null where they allow nothing. */
  discriminativeEfficiency: number | null;
}

/** Of marks on one question and the totals of the same attempts, in the same order. */
export function analyseItem(
  marks: readonly number[],
  totals: readonly number[],
  fullMark: number,
): ItemStatistics {
  const others = marks.map((mark, place) => (totals[place] ?? 0) - mark);
  const markVariance = covarianceOf(marks, marks);
  const otherMarkVariance = covarianceOf(others, others);
  const covariance = covarianceOf(marks, others);
  const covarianceMax = covarianceOf(inOrder(marks), inOrder(others));
  const spread =
    markVariance === null || otherMarkVariance === null
      ? null
      : Math.sqrt(markVariance * otherMarkVariance);
  return {
    attempts: marks.length,
    facility: divide(meanOf(marks), fullMark),
    standardDeviation: markVariance === null ? null : Math.sqrt(markVariance),
    markVariance,
    otherMarkVariance,
    covariance,
    covarianceMax,
    discriminationIndex: percentOf(covariance, spread),
    discriminativeEfficiency: percentOf(covariance, covarianceMax),
  };
}

/**
 * What each question weighs in how the totals differ, in per cent, from its marks and the totals.
 * Null for a question that goes against the total, and for all where nothing differs.
 */
export function weighItems(
  items: readonly (readonly number[])[],
  totals: readonly number[],
): (number | null)[] {
  const roots = items.map((marks) => {
    const covariance = withoutRounding(covarianceOf(marks, totals));
    return covariance === null || covariance < 0 ? null : Math.sqrt(covariance);
  });
  const all = roots.reduce<number>((sum, root) => sum + (root ?? 0), 0);
  return roots.map((root) => percentOf(root, all));
}

export function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** With n − 1; null below two pairs. */
export function covarianceOf(one: readonly number[], other: readonly number[]): number | null {
  const [meanOfOne, meanOfOther] = [meanOf(one), meanOf(other)];
  if (one.length < 2 || meanOfOne === null || meanOfOther === null) return null;
  const products = one.map(
    (value, place) => (value - meanOfOne) * ((other[place] ?? 0) - meanOfOther),
  );
  return products.reduce((sum, product) => sum + product, 0) / (one.length - 1);
}

/** A variance that is nothing but the rounding of the machine is 0. */
export function withoutRounding(value: number | null): number | null {
  return value !== null && Math.abs(value) < 1e-12 ? 0 : value;
}

/** Null, and never 0, where it is not defined. */
function percentOf(part: number | null, whole: number | null): number | null {
  const ratio = divide(part, withoutRounding(whole));
  return ratio === null ? null : 100 * ratio;
}

function divide(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

const inOrder = (values: readonly number[]) => values.toSorted((one, other) => one - other);
