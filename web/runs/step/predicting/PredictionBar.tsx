import { Button, TextInput } from '@mantine/core';
import IconCircleCheck from '~icons/circle-check';
import IconCircleX from '~icons/circle-x';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { showUnseen } from '../words/value-words.ts';
import type { Question } from './questions.ts';
import type { Prediction } from './use-prediction.ts';
import classes from './PredictionBar.module.css';

/** The question about the next step, what the last answer was worth, and how many were right. */
export function PredictionBar({ state, dispatch }: Prediction) {
  const { asked, verdict, right, answered } = state;
  const Icon = verdict?.isRight === true ? IconCircleCheck : IconCircleX;
  return (
    <section className={classes.bar} aria-label="Predictions">
      {asked && (
        <Asked
          asked={asked}
          onAnswer={(answer) => dispatch({ type: 'answer', answer })}
          onSkip={() => dispatch({ type: 'skip' })}
        />
      )}
      <output className={classes.told} data-wrong={verdict?.isRight === false || undefined}>
        {verdict && (
          <>
            <Icon size={16} aria-hidden className={classes.icon} />
            {verdict.words}
          </>
        )}
        {!asked && !verdict && 'Go forward. Predict what prints or changes, before it does.'}
      </output>
      {answered > 0 && (
        <p className={classes.count}>
          {right} of {answered} right
        </p>
      )}
    </section>
  );
}

interface AskedProps {
  asked: NonNullable<Prediction['state']['asked']>;
  onAnswer: (answer: string) => void;
  onSkip: () => void;
}

/** Takes the focus and gives it back. */
function Asked({ asked: { question, times }, onAnswer, onSkip }: AskedProps) {
  const box = useRef<HTMLFormElement>(null);
  const id = useId();
  const [answer, setAnswer] = useState('');
  useEffect(() => {
    const earlier = document.activeElement;
    return () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && earlier instanceof HTMLElement) earlier.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    if (times > 0) box.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [times]);
  const skip = (
    <Button size="xs" variant="subtle" onClick={onSkip}>
      Skip
    </Button>
  );
  return (
    <form
      ref={box}
      className={classes.asked}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(answer);
      }}
    >
      {question.kind === 'which' ? (
        <>
          <span id={id} className={classes.question}>
            {wordsOf(question)}
          </span>
          <fieldset aria-labelledby={id} className={classes.choices}>
            {question.choices.map((name) => (
              <Button
                key={name}
                size="xs"
                variant="default"
                ff="monospace"
                onClick={() => onAnswer(name)}
              >
                {showUnseen(name)}
              </Button>
            ))}
          </fieldset>
        </>
      ) : (
        <>
          <label htmlFor={id} className={classes.question}>
            {wordsOf(question)}
          </label>
          <TextInput
            id={id}
            size="xs"
            className={classes.answer ?? ''}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={answer}
            onChange={(event) => setAnswer(event.currentTarget.value)}
          />
          <Button type="submit" size="xs">
            Answer
          </Button>
        </>
      )}
      {skip}
    </form>
  );
}

function wordsOf(question: Question): ReactNode {
  switch (question.kind) {
    case 'prints':
      return 'What prints next?';
    case 'value':
      return (
        <>
          What is <code>{showUnseen(question.name)}</code> after this{' '}
          {question.event === 'return' ? 'return' : 'line'}?
        </>
      );
    case 'which':
      break;
  }
  return 'Which of these changes next?';
}
