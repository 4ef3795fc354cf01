import type { ImportedQuestion } from '@vlabs/contract/quizzes/question-files';
import { kinds } from '@vlabs/kinds/kinds';
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
  return (
    <div>
      <QuestionPreview question={question} number={number} />
      <div className={classes.right ?? ''}>
        <Markdown text={describeRight(question)} topHeadingLevel={4} />
      </div>
    </div>
  );
}

function describeRight({
  Kind,
  Body: body,
  Key: key,
}: Extract<ImportedQuestion, { Kind: string }>): string {
  const right = kinds[Kind].listRight({ body, key });
  return `**Right:** ${right.join(' *or* ')}`;
}
