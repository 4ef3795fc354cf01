import type { QuizPerformance } from '@vlabs/contract/insight/insight';
import type { Figure } from '../parts/FigureList.tsx';
import { showMinutes, showNumber, showPercent } from '../parts/figures.ts';

/** The statistics of a test, each with its calculation. */
export function listFigures({ figures, medianMinutes, invited }: QuizPerformance): Figure[] {
  return [
    {
      label: 'Submitted',
      value: `${figures.attempts} of ${invited}`,
      method: 'Submitted attempts, and students the test is for.',
    },
    {
      label: 'Mean',
      value: showPercent(figures.mean),
      method:
        'Sum of all marks, with those that corrections kept, divided by the attempts. Totals below 0 count as they are.',
    },
    {
      label: 'Median',
      value: showPercent(figures.median),
      method: 'Half scored more, half less.',
    },
    {
      label: 'Standard deviation',
      value: showPercent(figures.standardDeviation),
      method: 'Root of the mean squared distance from the mean, with n − 1.',
    },
    {
      label: 'Median time taken',
      value: showMinutes(medianMinutes),
      method: 'From start to submission; half took longer.',
    },
    {
      label: 'Internal consistency',
      value: showPercent(figures.internalConsistency),
      method:
        'Cronbach’s alpha: how well the questions measure the same thing. 75 % or more is good.',
    },
    {
      label: 'Error ratio',
      value: showPercent(figures.errorRatio),
      method: 'The part of the deviation due to chance: root of 1 − alpha.',
    },
    {
      label: 'Standard error',
      value: showPercent(figures.standardError),
      method: 'Error ratio × standard deviation: the uncertainty of a score.',
    },
    {
      label: 'Skewness',
      value: showNumber(figures.skewness),
      method: 'k3 / k2^1.5; below 0 the tail is at the low scores.',
    },
    {
      label: 'Kurtosis',
      value: showNumber(figures.kurtosis),
      method: 'k4 / k2²; above 0 there are more scores far from the mean.',
    },
  ];
}
