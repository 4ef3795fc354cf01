import { type Difference, findFirstDifference } from '../running/first-difference.ts';
import { inputOutcome } from './input-outcome.ts';
import type { NamedInput } from './inputs.ts';
import classes from './InputResults.module.css';
import { OutcomeIcon } from '../running/OutcomeIcon.tsx';
import { sizeInWords } from '../running/output-text.ts';
import type { InputResult } from '../running/run-result.ts';
import { StreamText } from '../running/StreamText.tsx';

interface InputResultsProps {
  inputs: readonly NamedInput[];
  results: readonly InputResult[];
  showsInvisible: boolean;
}

/** The result on each input; those that did not pass are expanded. */
export function InputResults({ inputs, results, showsInvisible }: InputResultsProps) {
  return (
    <ul className={classes.list} aria-label="Results of all inputs">
      {results.map((result, index) => (
        <li key={index} className={classes.item}>
          <OneResult
            result={result}
            expected={inputs[index]?.expectedOutput ?? ''}
            showsInvisible={showsInvisible}
          />
        </li>
      ))}
    </ul>
  );
}

interface OneResultProps {
  result: InputResult;
  /** Empty: any output passes. */
  expected: string;
  showsInvisible: boolean;
}

function OneResult({ result, expected, showsInvisible }: OneResultProps) {
  const outcome = inputOutcome(result, expected !== '');
  const difference = expected === '' ? null : findFirstDifference(result.stdout, expected);
  return (
    <details open={outcome.tone === 'different'}>
      <summary className={classes.summary}>
        <OutcomeIcon result={result} />
        <span className={classes.name}>{result.name}</span>
        <span className={classes.outcome}>{outcome.text}</span>
        {result.timeSeconds !== null && (
          <span className={classes.time}>{result.timeSeconds} s</span>
        )}
      </summary>
      {result.message !== null && <p className={classes.message}>{result.message}.</p>}
      {difference && <FirstDifference difference={difference} />}
      {result.stderr !== '' && (
        <StreamText text={`Error: ${result.stderr}`} showsInvisible={showsInvisible} isError />
      )}
      <h3 className={classes.streamName}>Printed by the program</h3>
      {result.stdout === '' ? (
        <p className={classes.message}>The program printed nothing.</p>
      ) : (
        <StreamText text={result.stdout} showsInvisible={showsInvisible} />
      )}
      {result.verdict === 'output_limit' && (
        <p className={classes.message}>
          The output is cut here: {sizeInWords(new Blob([result.stdout]).size)} were kept.
        </p>
      )}
    </details>
  );
}

function FirstDifference({ difference }: { difference: Difference }) {
  const { line, column, expected, printed } = difference;
  return (
    <div className={classes.difference}>
      <p>
        First difference: line {line}, character {column}.
      </p>
      <dl className={classes.sides}>
        <dt>Expected</dt>
        <dd>{expected === null ? 'end of output' : <Marked text={expected} column={column} />}</dd>
        <dt>Printed</dt>
        <dd>{printed === null ? 'end of output' : <Marked text={printed} column={column} />}</dd>
      </dl>
    </div>
  );
}

/** How much of a long line is shown around the difference. */
const SHOWN_BEFORE = 40;
const SHOWN_AFTER = 80;

function Marked({ text, column }: { text: string; column: number }) {
  const at = column - 1;
  const start = Math.max(0, at - SHOWN_BEFORE);
  const before = text.slice(start, at);
  const rest = text.slice(at, at + SHOWN_AFTER);
  return (
    <code>
      {start > 0 && '…'}
      {before}
      <mark>{rest === '' ? '⏎' : rest}</mark>
      {at + SHOWN_AFTER < text.length && '…'}
    </code>
  );
}
