import {
  type ClassGroup,
  FEW_STUDENTS,
  type Spread,
} from '@vlabs/contract/insight/class-comparison';
import { covarianceOf, meanOf } from './item-statistics.ts';

/** A student's results over a term, in per cent. */
export interface StudentMeans {
  course: string;
  year: string;
  mentor: string;
  quizResults: number;
  /** Null without a result. */
  quizMean: number | null;
  assignmentResults: number;
  assignmentMean: number | null;
}

const kinds = ['course', 'year', 'mentor'] as const;

/**
 * Groups students by the names on the student list. Each counts once, with their own mean, so that students with
 * more quizzes do not weigh more.
 */
export function compareClasses(students: readonly StudentMeans[]): ClassGroup[] {
  return kinds.flatMap((by) => {
    const named = students.filter((student) => student[by] !== '');
    return [...Map.groupBy(named, (student) => student[by])]
      .map(([name, members]) => ({
        by,
        name,
        students: members.length,
        quizzes: spreadOf(members.map((one) => [one.quizMean, one.quizResults])),
        assignments: spreadOf(members.map((one) => [one.assignmentMean, one.assignmentResults])),
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
  });
}

function spreadOf(members: readonly [mean: number | null, results: number][]): Spread | null {
  const means = members.flatMap(([mean]) => mean ?? []).toSorted((one, other) => one - other);
  const mean = meanOf(means);
  if (mean === null) return null;
  const variance = covarianceOf(means, means);
  return {
    students: means.length,
    results: members.reduce((sum, [, results]) => sum + results, 0),
    mean,
    standardDeviation: variance === null ? null : Math.sqrt(variance),
    lowest: quantileOf(means, 0),
    lowerQuartile: quantileOf(means, 0.25),
    median: quantileOf(means, 0.5),
    upperQuartile: quantileOf(means, 0.75),
    highest: quantileOf(means, 1),
    points: means.length < FEW_STUDENTS ? means : [],
  };
}

/** Linear interpolation, as spreadsheets do (QUARTILE.INC). */
function quantileOf(ordered: readonly number[], part: number): number {
  const place = (ordered.length - 1) * part;
  const [lower, upper] = [ordered[Math.floor(place)] ?? 0, ordered[Math.ceil(place)] ?? 0];
  return lower + (upper - lower) * (place - Math.floor(place));
}
