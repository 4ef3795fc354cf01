import { VisuallyHidden } from '@mantine/core';
import IconCheck from '~icons/check';
import type { UnfinishedQuestion } from '@vlabs/contract/quizzes/questions';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import { Markdown } from '../ui/text/Markdown.tsx';
import classes from './QuestionPreview.module.css';

interface QuestionPreviewProps {
  question: Pick<UnfinishedQuestion, 'QuestionTitle' | 'QuestionOptions'>;
  number: number;
  /** Marked in the list; left out where a student looks. */
  correctAnswer?: string;
}

/** A question with its options, set as students see it. */
export function QuestionPreview({ question, number, correctAnswer = '' }: QuestionPreviewProps) {
  return (
    <div className={classes.question}>
      <span className={classes.number}>{number}.</span>
      <div className={classes.text}>
        <Markdown text={question.QuestionTitle.trim() || '…'} topHeadingLevel={3} />
        <ol className={classes.options}>
          {OPTION_NUMBERS.map((option) => (
            <li key={option} data-correct={correctAnswer === option}>
              <span className={classes.letter}>{option}</span>
              <Markdown text={question.QuestionOptions[option].trim() || '…'} isInline />
              {correctAnswer === option && (
                <>
                  <IconCheck size={16} className={classes.check ?? ''} aria-hidden />
                  <VisuallyHidden>correct</VisuallyHidden>
                </>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
