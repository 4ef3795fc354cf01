import type { QuizRecord } from './quizzes.ts';

type Details = Pick<
  QuizRecord['formDetails'],
  'TotalQuestions' | 'ScorePerQuestion' | 'notAsked' | 'totalScore'
>;

/** The number of questions that can be answered; null until known. */
export const countAsked = ({ TotalQuestions, notAsked = 0 }: Details): number | null =>
  TotalQuestions === null ? null : TotalQuestions - notAsked;

/** The full score; null until known. */
export function totalScoreOf(details: Details): number | null {
  const { TotalQuestions, ScorePerQuestion, totalScore } = details;
  if (totalScore !== undefined) return totalScore;
  if (TotalQuestions === null || ScorePerQuestion === null) return null;
  // Sums of scores such as 0.1 are inexact.
  return Math.round(TotalQuestions * ScorePerQuestion * 100) / 100;
}
