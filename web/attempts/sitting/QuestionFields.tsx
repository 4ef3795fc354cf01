import { Button, Paper } from '@mantine/core';
import IconEraser from '~icons/eraser';
import IconFlag from '~icons/flag';
import IconFlagFilled from '~icons/flag-filled';
import { type QuestionWithoutKey, bodyOf } from '@vlabs/contract/quizzes/questions';
import { kinds } from '@vlabs/kinds/kinds';
import { views } from '@vlabs/kinds/views';
import { useId } from 'react';
import { Markdown } from '../../ui/text/Markdown.tsx';
import classes from './QuestionFields.module.css';

interface QuestionFieldsProps {
  number: string;
  question: QuestionWithoutKey;
  answer: string | null;
  isFlagged: boolean;
  isLocked: boolean;
  /** The question that shortcuts apply to, if several are on the page. */
  hasKeys: boolean;
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
  const { onAnswer, onLeave } = props;
  const { kind, body } = bodyOf(question);
  const { Answer } = views[kind];
  const { asksNothing } = kinds[kind];
  const id = useId();
  const FlagIcon = isFlagged ? IconFlagFilled : IconFlag;
  return (
    <Paper
      withBorder
      component="fieldset"
      className={classes.fields}
      data-question={number}
      data-has-keys={hasKeys}
      tabIndex={-1}
      aria-labelledby={`${id}-number ${id}-title`}
      aria-describedby={'Rule' in question ? `${id}-rule` : undefined}
      onFocus={onEnter}
    >
      <div className={classes.top}>
        <span id={`${id}-number`} className={classes.number}>
          {asksNothing ? 'Text' : 'Question'} {number}
          {'Points' in question &&
            !asksNothing &&
            ` (${question.Points} ${question.Points === 1 ? 'point' : 'points'})`}
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
      <div id={`${id}-title`} className={classes.title}>
        <Markdown text={question.QuestionTitle} topHeadingLevel={3} />
      </div>
      {'Rule' in question && (
        <p id={`${id}-rule`} className={classes.rule}>
          {question.Rule}
        </p>
      )}
      <Answer
        body={body}
        answer={answer}
        isLocked={isLocked}
        labelledBy={`${id}-title`}
        onAnswer={onAnswer}
        onLeave={onLeave}
      />
      {answer !== null && !isLocked && (
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
