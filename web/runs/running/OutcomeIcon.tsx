import IconCircleCheck from '~icons/circle-check';
import IconCircleX from '~icons/circle-x';
import classes from '../inputs/InputPane.module.css';
import { inputOutcome } from '../inputs/input-outcome.ts';
import type { InputResult } from './run-result.ts';

export function OutcomeIcon({ result }: { result: InputResult }) {
  const { tone, text } = inputOutcome(result, true);
  const Icon = tone === 'passed' ? IconCircleCheck : IconCircleX;
  return <Icon size={16} className={classes[tone]} aria-label={text} />;
}
