import { VisuallyHidden } from '@mantine/core';
import IconCheck from '~icons/check';
import type { UnfinishedKind, UnfinishedQuestion } from '@vlabs/contract/quizzes/questions';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import { views } from '../kinds/views.tsx';
import { Suspense, useId } from 'react';
import { Markdown } from '../ui/text/Markdown.tsx';
import classes from './QuestionPreview.module.css';
import { PartSkeleton } from '../ui/states.tsx';

interface QuestionPreviewProps {
  question:
    | Pick<UnfinishedQuestion, 'QuestionTitle' | 'QuestionOptions'>
    | Pick<UnfinishedKind, 'QuestionTitle' | 'Kind' | 'Body'>;
  number: number;
  /** Marked in the list; omitted in the student's view. */
  correctAnswer?: string;
}

/** A question with its options as students see it. */
export function QuestionPreview({ question, number, correctAnswer = '' }: QuestionPreviewProps) {
  const titleId = useId();
  return (
    <div className={classes.question}>
      <span className={classes.number}>{number}.</span>
      <div className={classes.text}>
        <div id={titleId}>
          <Markdown text={question.QuestionTitle.trim() || '…'} topHeadingLevel={3} />
        </div>
        {'Kind' in question ? (
          <Field question={question} titleId={titleId} />
        ) : (
          <Options options={question.QuestionOptions} correctAnswer={correctAnswer} />
        )}
      </div>
    </div>
  );
}

interface OptionsProps {
  options: UnfinishedQuestion['QuestionOptions'];
  correctAnswer: string;
}

function Options({ options, correctAnswer }: OptionsProps) {
  return (
    <ol className={classes.options}>
      {OPTION_NUMBERS.map((option) => (
        <li key={option} data-correct={correctAnswer === option}>
          <span className={classes.letter}>{option}</span>
          <Markdown text={options[option].trim() || '…'} isInline />
          {correctAnswer === option && (
            <>
              <IconCheck size={16} className={classes.check ?? ''} aria-hidden />
              <VisuallyHidden>correct</VisuallyHidden>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The input field of the question's kind, disabled. */
function Field({
  question,
  titleId,
}: {
  question: Pick<UnfinishedKind, 'Kind' | 'Body'>;
  titleId: string;
}) {
  const { Answer, Preview } = views[question.Kind];
  return (
    <div className={classes.field}>
      {Preview ? (
        <Suspense fallback={<PartSkeleton height={120} />}>
          <Preview body={question.Body} />
        </Suspense>
      ) : (
        <Answer
          body={question.Body}
          answer={null}
          isLocked
          labelledBy={titleId}
          onAnswer={ignore}
        />
      )}
    </div>
  );
}

const ignore = () => undefined;
