import { useId } from 'react';
import { Markdown } from '../../ui/text/Markdown.tsx';
import classes from './answers.module.css';

interface ChoiceProps {
  /** A radio button for one answer, a checkbox for several. */
  by: 'radio' | 'checkbox';
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  isLocked: boolean;
  onChoose: (value: string) => void;
}

/** Options with their numbers. */
export function Choice({ by, options, chosen, isLocked, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <div className={classes.options}>
      {options.map(({ value, label }, place) => (
        <label key={value} className={classes.option} data-chosen={chosen.includes(value)}>
          <input
            type={by}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            disabled={isLocked}
            onChange={() => onChoose(value)}
          />
          <span className={classes.letter} aria-hidden>
            {place + 1}
          </span>
          <Markdown text={label} isInline />
        </label>
      ))}
    </div>
  );
}

/** Options of a question, with their positions as values. */
export const asChoices = (options: readonly string[]) =>
  options.map((label, at) => ({ value: String(at + 1), label }));
