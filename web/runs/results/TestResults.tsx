import { Code, Stack, Text } from '@mantine/core';
import IconCheck from '~icons/check';
import IconX from '~icons/x';
import { findRowDifference } from '@vlabs/contract/runs/compare-rows';
import type { TestCaseResult } from '@vlabs/contract/runs/test-case';
import { inputName } from '../inputs/input-words.ts';
import { outcomeWords } from './outcome-words.ts';
import { ProgramText } from './ProgramText.tsx';
import classes from './TestResults.module.css';

interface TestResultsProps {
  results: readonly TestCaseResult[];
  compileOutput: string | null;
  /** Beside the number of passed ones, such as the points; null for none. */
  summary: string | null;
  /** The program is a query, which prints tables. */
  isQuery: boolean;
}

/** What the test cases say of a program. */
export function TestResults({ results, compileOutput, summary, isQuery }: TestResultsProps) {
  const passed = results.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <section aria-label="Test results">
      <Text component="output" fw={550}>
        {passed} of {results.length} test cases passed
        {summary !== null && `, ${summary}`}
      </Text>
      {results.some(({ outcome }) => outcome === 'not_compiled') && compileOutput !== null && (
        <Code block mt="xs" tabIndex={0}>
          {compileOutput}
        </Code>
      )}
      <ul className={classes.results}>
        {results.map((result) => (
          <Result key={result.number} result={result} isQuery={isQuery} />
        ))}
      </ul>
    </section>
  );
}

function Result({ result, isQuery }: { result: TestCaseResult; isQuery: boolean }) {
  const { number, isHidden, outcome, points, maxPoints, timeSeconds } = result;
  const Icon = outcome === 'passed' ? IconCheck : IconX;
  const name = result.name === null || result.name === '' ? '' : `: ${result.name}`;
  const heading = `${isHidden ? 'Hidden test case' : 'Test case'} ${number}${name}`;
  const summary = (
    <>
      <Icon size={16} className={classes.icon} data-passed={outcome === 'passed'} aria-hidden />
      <span className={classes.name}>{heading}</span>
      <span className={classes.outcome}>
        {outcomeWords[outcome]}
        {result.reason !== null && `: ${result.reason}`}
      </span>
      <span className={classes.points}>
        {points} of {maxPoints}
        {timeSeconds !== null && `, ${timeSeconds} s`}
      </span>
    </>
  );
  if (result.input === null) {
    return <li className={classes.line}>{summary}</li>;
  }
  return (
    <li>
      <details>
        <summary className={classes.line}>{summary}</summary>
        <Stack gap="xs" p="sm">
          {isQuery && outcome === 'wrong_output' && <FirstDifference result={result} />}
          <ProgramText label={inputName(isQuery)} text={result.input} />
          <ProgramText label="Expected output" text={result.expectedOutput} isOfTables={isQuery} />
          <ProgramText label="Program output" text={result.output} isOfTables={isQuery} />
          {result.stderr !== null && result.stderr !== '' && (
            <ProgramText label="Error output" text={result.stderr} />
          )}
        </Stack>
      </details>
    </li>
  );
}

/** Nothing if only the order differs, as the results do not say whether it counts. */
function FirstDifference({ result }: { result: TestCaseResult }) {
  const { output, expectedOutput } = result;
  const difference = findRowDifference(output ?? '', expectedOutput ?? '', false);
  return difference === null ? null : <Text size="sm">{difference}</Text>;
}
