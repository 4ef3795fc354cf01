import type { ImportedQuestion } from '@vlabs/contract/questions/question-files';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { Markdown } from '../ui/text/Markdown.tsx';
import classes from './AddQuestions.module.css';
import { QuestionPreview } from './QuestionPreview.tsx';

interface KeyedQuestionProps {
  question: ImportedQuestion;
  number: number;
}

/** A question as students see it, and what is right. */
export function KeyedQuestion({ question, number }: KeyedQuestionProps) {
  if (!('Kind' in question)) {
    return (
      <QuestionPreview question={question} number={number} correctAnswer={question.CorrectAnswer} />
    );
  }
  const { Kind, Body: body, Key: key } = question;
  const right = kinds[Kind].listRight({ body, key });
  return (
    <div>
      <QuestionPreview question={question} number={number} />
      {right.length > 0 && (
        <div className={classes.right ?? ''}>
          <Markdown text={`**Right:** ${right.join(' *or* ')}`} topHeadingLevel={4} />
        </div>
      )}
    </div>
  );
}
