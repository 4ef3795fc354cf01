import { Button, Paper } from '@mantine/core';
import IconEraser from '~icons/eraser';
import IconFlag from '~icons/flag';
import IconFlagFilled from '~icons/flag-filled';
import { type QuestionWithoutKey, bodyOf } from '@vlabs/contract/quizzes/questions';
import { testRunTag } from '@vlabs/contract/runs/runs-in-tests';
import { kinds } from '@vlabs/contract/kinds/kinds';
import { views } from '../../kinds/views.tsx';
import { type ReactNode, Suspense, useId } from 'react';
import { Markdown } from '../../ui/text/Markdown.tsx';
import classes from './QuestionFields.module.css';
import { PartSkeleton } from '../../ui/states.tsx';

interface QuestionFieldsProps {
  uniqueId: string;
  number: string;
  question: QuestionWithoutKey;
  /** What a question without points of its own counts; null if all count the same. */
  usualPoints: number | null;
  answer: string | null;
  isFlagged: boolean;
  isLocked: boolean;
  /** The question that shortcuts apply to, if several are on the page. */
  hasKeys: boolean;
  /** When all answers were last saved; null while they are not, undefined if that is unknown. */
  savedAt: string | null | undefined;
  onAnswer: (answer: string | null, isTyping?: boolean) => void;
  /** Called when typing ends. */
  onLeave: () => void;
  onFlag: () => void;
  /** Called when the student focuses this question. */
  onEnter: () => void;
}

/** One question with the field of its kind. */
export function QuestionFields(props: QuestionFieldsProps) {
  const { number, question, answer, isFlagged, isLocked, hasKeys, onFlag, onEnter } = props;
  const { uniqueId, savedAt, usualPoints, onAnswer, onLeave } = props;
  const { kind, body } = bodyOf(question);
  const { Answer, isWide = false } = views[kind];
  const { asksNothing } = kinds[kind];
  const points = ('Points' in question && question.Points) || usualPoints;
  const id = useId();
  const FlagIcon = isFlagged ? IconFlagFilled : IconFlag;
  const statement = (
    <>
      <div id={`${id}-title`} className={classes.title}>
        <Markdown text={question.QuestionTitle} topHeadingLevel={3} />
      </div>
      {'Rule' in question && (
        <p id={`${id}-rule`} className={classes.rule}>
          {question.Rule}
        </p>
      )}
    </>
  );
  const placed = isWide ? statement : undefined;
  return (
    <Paper
      withBorder
      component="fieldset"
      className={classes.fields}
      data-question={number}
      data-has-keys={hasKeys}
      data-wide={isWide}
      tabIndex={-1}
      aria-labelledby={`${id}-number ${id}-title`}
      aria-describedby={'Rule' in question ? `${id}-rule` : undefined}
      onFocus={onEnter}
    >
      <div className={classes.top}>
        <span id={`${id}-number`} className={classes.number}>
          {asksNothing ? 'Text' : 'Question'} {number}
          {points !== null && !asksNothing && ` (${points} ${points === 1 ? 'point' : 'points'})`}
        </span>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-pressed={isFlagged}
          aria-label={`Flag ${asksNothing ? 'text' : 'question'} ${number}`}
          leftSection={<FlagIcon size={16} aria-hidden />}
          onClick={onFlag}
        >
          {isFlagged ? 'Flagged' : 'Flag'}
        </Button>
      </div>
      {!isWide && statement}
      <Suspense fallback={<Loading statement={placed} />}>
        <Answer
          body={body}
          answer={answer}
          isLocked={isLocked}
          labelledBy={`${id}-title`}
          statement={placed}
          savedAt={savedAt}
          runTag={testRunTag(uniqueId, number)}
          onAnswer={onAnswer}
          onLeave={onLeave}
        />
      </Suspense>
      {answer !== null && !isLocked && !isWide && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.clear ?? ''}
          aria-label={`Clear the answer of question ${number}`}
          leftSection={<IconEraser size={16} aria-hidden />}
          onClick={() => onAnswer(null)}
        >
          Clear answer
        </Button>
      )}
    </Paper>
  );
}

/** A field that could not be loaded before the start. */
function Loading({ statement }: { statement: ReactNode }) {
  return (
    <>
      {statement}
      <PartSkeleton height={320} />
    </>
  );
}
