import { Stack, Text } from '@mantine/core';
import {
  ANY_ROW_ORDER,
  describeTolerance,
  isOfTables,
  THIS_ROW_ORDER,
} from '@vlabs/contract/runs/test-case';
import { inputName } from '../../runs/inputs/input-words.ts';
import { ProgramText } from '../../runs/results/ProgramText.tsx';
import classes from '../../runs/results/TestResults.module.css';
import { type ListedTestCase, useTestCases } from '../parts/use-test-cases.ts';

/** The visible test cases; nothing if the assignment has none. */
export function VisibleTestCases({ assignment }: { assignment: string }) {
  const { data } = useTestCases(assignment);
  if (data === undefined || data.tests.length + data.hiddenCount === 0) return null;
  return (
    <section aria-label="Test cases">
      <Text size="sm" mt="md">
        {describe(data)}
      </Text>
      <ul className={classes.results}>
        {data.tests.map((test) => (
          <li key={test.number}>
            <details>
              <summary className={classes.line}>
                <span className={classes.name}>
                  Test case {test.number}
                  {test.name !== '' && `: ${test.name}`}
                </span>
                <span className={classes.points}>{countOf(test.points, 'point')}</span>
              </summary>
              <Stack gap="xs" p="sm">
                <ProgramText label={inputName(isOfTables(test.comparison))} text={test.input} />
                <ProgramText
                  label="Expected output"
                  text={test.expectedOutput}
                  isOfTables={isOfTables(test.comparison)}
                />
                <Text size="sm" c="dimmed">
                  {comparisons[test.comparison](test)}
                </Text>
              </Stack>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

const countOf = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

function describe(data: {
  tests: ListedTestCase[];
  hiddenCount: number;
  maxPoints: number;
}): string {
  const { tests, hiddenCount, maxPoints } = data;
  const all = countOf(tests.length + hiddenCount, 'test case');
  const hidden = hiddenCount === 0 ? '' : `, ${hiddenCount} of them hidden`;
  return `Your program will run on ${all}${hidden}, for ${countOf(maxPoints, 'point')}.`;
}

const comparisons: Record<ListedTestCase['comparison'], (test: ListedTestCase) => string> = {
  exact: () => 'The output must match exactly.',
  'ignoring-space': () => 'Spaces and line breaks in the output may differ.',
  numbers: ({ tolerance, toleranceIs }) =>
    `Numbers in the output ${describeTolerance(String(tolerance), toleranceIs)}.`,
  rows: () => ANY_ROW_ORDER,
  'rows-in-order': () => THIS_ROW_ORDER,
};
