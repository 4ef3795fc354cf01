import { isExpected } from '@vlabs/contract/runs/compare-output';
import { findRowDifference } from '@vlabs/contract/runs/compare-rows';
import { isOfTables as isRuleOfTables, type OutputRule } from '@vlabs/contract/runs/test-case';
import { type Difference, findFirstDifference } from '../running/first-difference.ts';
import { inputOutcome } from './input-outcome.ts';
import { inputName } from './input-words.ts';
import { type NamedInput, ruleOfInput } from './inputs.ts';
import classes from './InputResults.module.css';
import { OutcomeIcon } from '../running/OutcomeIcon.tsx';
import { sizeInWords } from '../running/output-text.ts';
import type { InputResult } from '../running/run-result.ts';
import { TablesOrText } from '../tables/TablesOrText.tsx';
import { StreamText } from '../running/StreamText.tsx';
import { WrittenFiles } from '../running/WrittenFiles.tsx';

interface InputResultsProps {
  inputs: readonly NamedInput[];
  results: readonly InputResult[];
  showsInvisible: boolean;
  /** The program prints tables. */
  isQuery: boolean;
}

/** The result on each input; those that did not pass are expanded. */
export function InputResults({ inputs, results, ...shown }: InputResultsProps) {
  return (
    <ul className={classes.list} aria-label="Results of all inputs">
      {results.map((result, index) => (
        <li key={index} className={classes.item}>
          <OneResult result={result} input={inputs[index] ?? NO_INPUT} {...shown} />
        </li>
      ))}
    </ul>
  );
}

const NO_INPUT: NamedInput = { name: '', stdin: '', expectedOutput: '' };

interface OneResultProps {
  result: InputResult;
  input: NamedInput;
  showsInvisible: boolean;
  /** The program prints tables. */
  isQuery: boolean;
}

function OneResult({ result, input, showsInvisible, isQuery }: OneResultProps) {
  const { stdin, expectedOutput: expected, rule } = input;
  const outcome = inputOutcome(result, expected !== '');
  const used = ruleOfInput(input, isQuery);
  const difference = findDifference(result, expected, used);
  const isOfTables = isQuery || (used !== undefined && isRuleOfTables(used.comparison));
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
      {typeof difference === 'string' && <p className={classes.message}>{difference}</p>}
      {difference && typeof difference !== 'string' && <FirstDifference difference={difference} />}
      {result.verdict === 'wrong_answer' && !difference && (
        <p className={classes.message}>
          Only blanks or line breaks differ. Show invisible characters to see them.
        </p>
      )}
      {result.stderr !== '' && (
        <StreamText text={`Error: ${result.stderr}`} showsInvisible={showsInvisible} isError />
      )}
      <h3 className={classes.streamName}>Printed by the program</h3>
      {result.stdout === '' ? (
        <p className={classes.message}>The program printed nothing.</p>
      ) : (
        <TablesOrText text={result.stdout} isOfTables={isOfTables}>
          <StreamText text={result.stdout} showsInvisible={showsInvisible} />
        </TablesOrText>
      )}
      {result.verdict === 'output_limit' && (
        <p className={classes.message}>
          The output is cut here: {sizeInWords(new Blob([result.stdout]).size)} were kept.
        </p>
      )}
      {rule && (
        <>
          <h3 className={classes.streamName}>Expected output</h3>
          <TablesOrText text={expected} isOfTables={isOfTables}>
            <StreamText text={expected} showsInvisible={showsInvisible} />
          </TablesOrText>
          <h3 className={classes.streamName}>{inputName(isQuery)}</h3>
          {stdin === '' ? (
            <p className={classes.message}>There is no input.</p>
          ) : (
            <StreamText text={stdin} showsInvisible={showsInvisible} />
          )}
        </>
      )}
      <WrittenFiles files={result.files} />
    </details>
  );
}

function findDifference(
  { verdict, stdout }: InputResult,
  expectedOutput: string,
  rule: OutputRule | undefined,
): Difference | string | null {
  if (expectedOutput === '' || verdict === 'accepted') return null;
  if (rule && isRuleOfTables(rule.comparison))
    return findRowDifference(stdout, expectedOutput, rule.comparison === 'rows-in-order');
  if (!rule) return findFirstDifference(stdout, expectedOutput);
  return findFirstDifference(stdout, expectedOutput, (printed, expected) =>
    isExpected(printed, expected, rule),
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
