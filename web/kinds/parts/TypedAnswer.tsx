import { useId, useState } from 'react';
import { comparableText, withoutUnseen } from '@vlabs/contract/text/canonical';
import classes from './answers.module.css';
import type { AnswerProps } from './view.tsx';

interface TypedAnswerProps extends Omit<AnswerProps<unknown>, 'body'> {
  maxLength: number;
  hint: string;
  /** What a program reads in the answer, said while it is typed. */
  reading?: Reading | null;
  isNumber?: boolean;
}

export interface Reading {
  message: string;
  /** The answer cannot be read and earns nothing. */
  isMistake: boolean;
}

/** A one-line answer. */
export function TypedAnswer(props: TypedAnswerProps) {
  const { answer, isLocked, labelledBy, onAnswer, onLeave, maxLength, hint } = props;
  const id = useId();
  const readingId = useId();
  const reading = isLocked ? null : (props.reading ?? null);
  /** Spaces alone are not an answer, but stay in the field. */
  const [blank, setBlank] = useState('');
  return (
    <>
      <input
        type="text"
        className={`${classes.typed} ${props.isNumber === true ? classes.number : ''}`}
        value={answer ?? blank}
        readOnly={isLocked}
        maxLength={maxLength}
        aria-labelledby={labelledBy}
        aria-describedby={`${id} ${readingId}`}
        aria-invalid={reading?.isMistake === true}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={({ currentTarget: { value } }) => {
          const line = asLine(value);
          const isBlank = comparableText(line).trim() === '';
          setBlank(isBlank ? line : '');
          onAnswer(isBlank ? null : line, true);
        }}
        onBlur={onLeave}
      />
      <p id={id} className={classes.hint}>
        {hint}
      </p>
      <output
        id={readingId}
        className={reading?.isMistake === true ? classes.mistake : classes.hint}
      >
        {reading?.message}
      </output>
    </>
  );
}

/** Removes what a line cannot hold and nobody sees, such as a pasted tab, half a surrogate pair or a zero-width space. */
const asLine = (typed: string): string =>
  withoutUnseen(typed.toWellFormed()).replaceAll(/\p{Cc}/gu, ' ');
