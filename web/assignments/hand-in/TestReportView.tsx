import { Group, Loader, Text } from '@mantine/core';
import { TestResults } from '../../runs/results/TestResults.tsx';
import { useTestReport } from '../parts/use-test-cases.ts';

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
  const { points, maxPoints, results, compileOutput } = data;
  const summary = `${points} of ${maxPoints} points`;
  return <TestResults results={results} compileOutput={compileOutput} summary={summary} />;
}
