import type { QuizPerformance } from '@vlabs/contract/insight';
import type { Figure } from '../FigureList.tsx';
import { showMinutes, showNumber, showPercent } from '../figures.ts';

/** What a quiz comes to, each with how it was computed. */
export function listFigures({ figures, medianMinutes, invited }: QuizPerformance): Figure[] {
  return [
    {
      label: 'Submitted',
      value: `${figures.attempts} of ${invited}`,
      method: 'Submitted attempts, and students whom the quiz is for.',
    },
    {
      label: 'Mean',
      value: showPercent(figures.mean),
      method: 'Sum of the scores, divided by the attempts.',
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
      method: 'Cronbach’s alpha: how far the questions measure one thing. 75 % and more is good.',
    },
    {
      label: 'Error ratio',
      value: showPercent(figures.errorRatio),
      method: 'How much of the deviation is chance: root of 1 − alpha.',
    },
    {
      label: 'Standard error',
      value: showPercent(figures.standardError),
      method: 'Error ratio × standard deviation: how far a score is from the true one.',
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
