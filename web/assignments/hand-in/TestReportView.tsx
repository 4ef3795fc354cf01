import { Code, Group, Loader, Stack, Text } from '@mantine/core';
import IconCheck from '~icons/check';
import IconX from '~icons/x';
import type { TestReport } from '@vlabs/contract/assignments/test-cases';
import type { TestCaseResult } from '@vlabs/contract/running/test-case';
import classes from './TestReportView.module.css';
import { ProgramText } from './ProgramText.tsx';
import { useTestReport } from '../work/use-test-cases.ts';

/** The test report of a program; nothing if the assignment has no test cases. */
export function TestReportView({ handInId }: { handInId: string }) {
  const { data } = useTestReport(handInId);
  if (data === undefined || data.state === 'none') return null;
  if (data.state === 'waiting') {
    return (
      <Group gap="xs" component="output">
        <Loader size="xs" aria-hidden />
        <Text size="sm">The program is being tested.</Text>
      </Group>
    );
  }
  if (data.state === 'failed') {
    return (
      <Text component="output" size="sm">
        This program could not be tested. A teacher can have it tested again.
      </Text>
    );
  }
  return <Report report={data} />;
}

function Report({ report }: { report: TestReport }) {
  const { points, maxPoints, results, compileOutput } = report;
  const passed = results.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <section aria-label="Test cases">
      <Text component="output" fw={550}>
        {passed} of {results.length} test cases passed, {points} of {maxPoints} points
      </Text>
      {results.some(({ outcome }) => outcome === 'not_compiled') && compileOutput !== null && (
        <Code block mt="xs">
          {compileOutput}
        </Code>
      )}
      <ul className={classes.results}>
        {results.map((result) => (
          <Result key={result.number} result={result} />
        ))}
      </ul>
    </section>
  );
}

const words: Record<TestCaseResult['outcome'], string> = {
  passed: 'Passed',
  wrong_output: 'Wrong output',
  time_limit: 'Took too long',
  runtime_error: 'Runtime error',
  not_compiled: 'Did not compile',
  not_run: 'Not run',
};

function Result({ result }: { result: TestCaseResult }) {
  const { number, isHidden, outcome, points, maxPoints, timeSeconds } = result;
  const Icon = outcome === 'passed' ? IconCheck : IconX;
  const name = result.name === null || result.name === '' ? '' : `: ${result.name}`;
  const heading = `${isHidden ? 'Hidden test case' : 'Test case'} ${number}${name}`;
  const summary = (
    <>
      <Icon size={16} className={classes.icon} data-passed={outcome === 'passed'} aria-hidden />
      <span className={classes.name}>{heading}</span>
      <span>{words[outcome]}</span>
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
          <ProgramText label="Input" text={result.input} />
          <ProgramText label="Expected output" text={result.expectedOutput} />
          <ProgramText label="Program output" text={result.output} />
        </Stack>
      </details>
    </li>
  );
}
