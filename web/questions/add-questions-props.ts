import type { ImportedQuestion } from '@vlabs/contract/questions/question-files';

export interface AddQuestionsProps {
  /** Texts of the test's questions, which a draw excludes. */
  titles: string[];
  /** How many questions can still be added. */
  remaining: number;
  subject: string;
  topic: string;
  onAdd: (questions: ImportedQuestion[]) => void;
}
