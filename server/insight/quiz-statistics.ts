import {
  type ItemStatistics,
  analyseItem,
  covarianceOf,
  meanOf,
  weighItems,
  withoutRounding,
} from './item-statistics.ts';

/** Statistics of a quiz's totals, by the formulas of Moodle's quiz statistics report; in marks. */
export interface TotalStatistics {
  attempts: number;
  mean: number | null;
  median: number | null;
  /** With n − 1. */
  standardDeviation: number | null;
  /** From the k-statistics k3 and k2; needs three attempts. */
  skewness: number | null;
  /** From the k-statistics k4 and k2; needs four attempts. */
  kurtosis: number | null;
  /** Cronbach's alpha in per cent; needs two questions. */
  internalConsistency: number | null;
  /** The part of the deviation due to chance, in per cent. */
  errorRatio: number | null;
  standardError: number | null;
}

export interface QuizStatistics {
  quiz: TotalStatistics;
  questions: (ItemStatistics & { effectiveWeight: number | null })[];
}

/** Marks by attempt and question, and the full mark of each question. */
export function analyseQuiz(
  marks: readonly (readonly number[])[],
  fullMarks: readonly number[],
): QuizStatistics {
  const totals = marks.map((row) => row.reduce((sum, mark) => sum + mark, 0));
  const items = fullMarks.map((_, question) => marks.map((row) => row[question] ?? 0));
  const weights = weighItems(items, totals);
  const questions = items.map((item, question) => ({
    ...analyseItem(item, totals, fullMarks[question] ?? 0),
    effectiveWeight: weights[question] ?? null,
  }));
  const variances = questions.map(({ markVariance }) => markVariance ?? 0);
  return { quiz: analyseTotals(totals, variances), questions };
}

function analyseTotals(
  totals: readonly number[],
  itemVariances: readonly number[],
): TotalStatistics {
  const variance = withoutRounding(covarianceOf(totals, totals));
  const standardDeviation = variance === null ? null : Math.sqrt(variance);
  const internalConsistency = consistencyOf(itemVariances, variance);
  // Rounding may lift a consistency slightly above 100.
  const errorRatio =
    internalConsistency === null
      ? null
      : 100 * Math.sqrt(Math.max(0, 1 - internalConsistency / 100));
  return {
    attempts: totals.length,
    mean: meanOf(totals),
    median: medianOf(totals),
    standardDeviation,
    ...shapeOf(totals, variance),
    internalConsistency,
    errorRatio,
    standardError:
      errorRatio === null || standardDeviation === null
        ? null
        : (errorRatio * standardDeviation) / 100,
  };
}

export function medianOf(values: readonly number[]): number | null {
  const ordered = values.toSorted((one, other) => one - other);
  const upper = ordered[Math.floor(ordered.length / 2)];
  const lower = ordered[Math.floor((ordered.length - 1) / 2)];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

function consistencyOf(itemVariances: readonly number[], variance: number | null): number | null {
  const items = itemVariances.length;
  if (items < 2 || variance === null || variance === 0) return null;
  const sum = itemVariances.reduce((all, one) => all + one, 0);
  return ((100 * items) / (items - 1)) * (1 - sum / variance);
}

/** Fisher's k-statistics of the totals, in units of their deviation. */
function shapeOf(
  totals: readonly number[],
  k2: number | null,
): Pick<TotalStatistics, 'skewness' | 'kurtosis'> {
  const n = totals.length;
  const mean = meanOf(totals);
  if (mean === null || k2 === null || k2 === 0) return { skewness: null, kurtosis: null };
  const moment = (power: number) => meanOf(totals.map((total) => (total - mean) ** power)) ?? 0;
  const k3 = (n * n * moment(3)) / ((n - 1) * (n - 2));
  const k4 =
    (n * n * ((n + 1) * moment(4) - 3 * (n - 1) * moment(2) ** 2)) / ((n - 1) * (n - 2) * (n - 3));
  return {
    skewness: n < 3 ? null : k3 / k2 ** 1.5,
    kurtosis: n < 4 ? null : k4 / k2 ** 2,
  };
}
