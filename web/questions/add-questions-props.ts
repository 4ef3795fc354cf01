import type { ImportedQuestion } from '@vlabs/contract/quizzes/question-files';

export interface AddQuestionsProps {
  /** Texts of the questions that are there already: a draw brings none of them again. */
  titles: string[];
  /** How many more there may be. */
  remaining: number;
  subject: string;
  topic: string;
  onAdd: (questions: ImportedQuestion[]) => void;
}
