/** Statistics of one question, by the formulas of Moodle's quiz statistics report. */
export interface ItemStatistics {
  attempts: number;
  /** Mean mark as a fraction of the full mark, 0 to 1; null without attempts. */
  facility: number | null;
  /** In marks, with n − 1; null for fewer than two attempts. */
  standardDeviation: number | null;
  markVariance: number | null;
  /** Of the total without this question. */
  otherMarkVariance: number | null;
  /** Between its mark and the total without it. */
  covariance: number | null;
  /** The same with both sorted: the maximum that the marks allow. */
  covarianceMax: number | null;
  /** −100 to 100; null if either does not vary. */
  discriminationIndex: number | null;
  /** The discrimination relative to the maximum that its marks allow; null if that is zero. */
  discriminativeEfficiency: number | null;
}

/** From the marks of one question and the totals of the same attempts, in the same order. */
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
 * Each question's weight in the variation of totals, in per cent. Null for a question that correlates negatively,
 * and for all if nothing varies.
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

/** With n − 1; null for fewer than two pairs. */
export function covarianceOf(one: readonly number[], other: readonly number[]): number | null {
  const [meanOfOne, meanOfOther] = [meanOf(one), meanOf(other)];
  if (one.length < 2 || meanOfOne === null || meanOfOther === null) return null;
  const products = one.map(
    (value, place) => (value - meanOfOne) * ((other[place] ?? 0) - meanOfOther),
  );
  return products.reduce((sum, product) => sum + product, 0) / (one.length - 1);
}

/** Treats a variance caused by rounding as 0. */
export function withoutRounding(value: number | null): number | null {
  return value !== null && Math.abs(value) < 1e-12 ? 0 : value;
}

/** Null, never 0, if undefined. */
function percentOf(part: number | null, whole: number | null): number | null {
  const ratio = divide(part, withoutRounding(whole));
  return ratio === null ? null : 100 * ratio;
}

function divide(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

const inOrder = (values: readonly number[]) => values.toSorted((one, other) => one - other);
