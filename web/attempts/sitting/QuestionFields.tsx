import { Button, Paper } from '@mantine/core';
import IconEraser from '~icons/eraser';
import IconFlag from '~icons/flag';
import IconFlagFilled from '~icons/flag-filled';
import {
  OPTION_NUMBERS,
  type OptionNumber,
  type QuestionWithoutKey,
} from '@vlabs/contract/quizzes/questions';
import { useId } from 'react';
import { Markdown } from '../../ui/text/Markdown.tsx';
import classes from './QuestionFields.module.css';

interface QuestionFieldsProps {
  number: string;
  question: QuestionWithoutKey;
  answer: OptionNumber | null;
  isFlagged: boolean;
  isLocked: boolean;
  /** Of several on the page, the one that keys change. */
  hasKeys: boolean;
  onAnswer: (option: OptionNumber | null) => void;
  onFlag: () => void;
  /** The student has come to this question. */
  onEnter: () => void;
}

/** One question with its four options. */
export function QuestionFields(props: QuestionFieldsProps) {
  const { number, question, answer, isFlagged, isLocked, hasKeys, onAnswer, onFlag, onEnter } =
    props;
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
      onFocus={onEnter}
    >
      <div className={classes.top}>
        <span id={`${id}-number`} className={classes.number}>
          Question {number}
        </span>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-pressed={isFlagged}
          aria-label={`Flag question ${number}`}
          leftSection={<FlagIcon size={16} aria-hidden />}
          onClick={onFlag}
        >
          {isFlagged ? 'Flagged' : 'Flag'}
        </Button>
      </div>
      <div id={`${id}-title`} className={classes.title}>
        <Markdown text={question.QuestionTitle} topHeadingLevel={3} />
      </div>
      <div className={classes.options}>
        {OPTION_NUMBERS.map((option) => (
          <label key={option} className={classes.option} data-chosen={answer === option}>
            <input
              type="radio"
              name={`${id}-option`}
              value={option}
              checked={answer === option}
              disabled={isLocked}
              onChange={() => onAnswer(option)}
            />
            <span className={classes.letter} aria-hidden>
              {option}
            </span>
            <Markdown text={question.QuestionOptions[option]} isInline />
          </label>
        ))}
      </div>
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
