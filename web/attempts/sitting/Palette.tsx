import { Paper, UnstyledButton } from '@mantine/core';
import IconFlagFilled from '~icons/flag-filled';
import type { Answers } from '@vlabs/contract/attempts/attempts';
import classes from './Palette.module.css';

interface PaletteProps {
  numbers: string[];
  /** Those with an answer. */
  asked: ReadonlySet<string>;
  answers: Answers;
  flags: ReadonlySet<string>;
  current: string;
  onGoTo: (number: string) => void;
}

/** All questions with their state; each is a link. */
export function Palette({ numbers, asked, answers, flags, current, onGoTo }: PaletteProps) {
  return (
    <Paper withBorder component="nav" className={classes.palette} aria-label="Question palette">
      <ul className={classes.numbers}>
        {numbers.map((number) => {
          const isAnswered = answers[number] !== undefined;
          const isFlagged = flags.has(number);
          const isAsked = asked.has(number);
          const words = [
            ...(isAsked ? [isAnswered ? 'answered' : 'unanswered'] : []),
            ...(isFlagged ? ['flagged'] : []),
          ];
          const name = `${isAsked ? 'Question' : 'Text'} ${number}`;
          return (
            <li key={number}>
              <UnstyledButton
                className={classes.number ?? ''}
                data-answered={isAsked ? isAnswered : undefined}
                aria-current={number === current ? 'step' : undefined}
                aria-label={[name, ...words].join(', ')}
                onClick={() => onGoTo(number)}
              >
                {number}
                {isFlagged && (
                  <IconFlagFilled size={11} className={classes.flag ?? ''} aria-hidden />
                )}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <ul className={classes.legend} aria-hidden>
        <li>
          <span className={classes.sample} data-answered="true" /> Answered
        </li>
        <li>
          <span className={classes.sample} data-answered="false" /> Unanswered
        </li>
        <li>
          <IconFlagFilled size={11} className={classes.legendFlag ?? ''} /> Flagged
        </li>
      </ul>
    </Paper>
  );
}
