import { Button, TextInput } from '@mantine/core';
import IconAlertTriangle from '~icons/alert-triangle';
import IconCircleCheck from '~icons/circle-check';
import { useState } from 'react';
import type { EndWords } from './words/end-words.ts';
import classes from './StepView.module.css';

interface StepNoticesProps {
  /** What happens at this step; null if only a line runs. */
  event: string | null;
  isFailure: boolean;
  /** At the last step. */
  end: EndWords | null;
  /** Null if the program has all the input that it asks for, or nobody can add some. */
  onMoreInput: ((line: string) => void) | null;
  isOutdated: boolean;
}

/** One line of words about the step. It is always there, so that nothing moves while stepping. */
export function StepNotices({ event, isFailure, end, onMoreInput, isOutdated }: StepNoticesProps) {
  const isBad = isFailure || end?.isBad === true;
  const asks = onMoreInput && 'The program asks for more input than there is.';
  const words = asks === null ? [event && `${event}.`, end?.text] : [asks];
  const Icon = isBad ? IconAlertTriangle : IconCircleCheck;
  return (
    <div className={classes.notices} data-bad={isBad || undefined}>
      <span className={classes.words}>
        {(isBad || end) && <Icon size={16} aria-hidden className={classes.icon} />}
        {words.filter((text) => text).join(' ')}
      </span>
      {onMoreInput && <MoreInput onAdd={onMoreInput} />}
      {isOutdated && (
        <span className={classes.outdated}>Stepping an older text: the program has changed.</span>
      )}
    </div>
  );
}

/** The program has asked for more input than there was. */
function MoreInput({ onAdd }: { onAdd: (line: string) => void }) {
  const [line, setLine] = useState('');
  return (
    <form
      className={classes.more}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(line);
      }}
    >
      <TextInput
        size="xs"
        aria-label="Next line of the input"
        placeholder="Next line of the input"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        value={line}
        onChange={(event) => setLine(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        Add and go on
      </Button>
    </form>
  );
}
