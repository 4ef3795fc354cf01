import type { TestOutcome } from '@vlabs/contract/runs/test-case';

export const outcomeWords: Record<TestOutcome, string> = {
  passed: 'Passed',
  wrong_output: 'Wrong output',
  time_limit: 'Took too long',
  runtime_error: 'Runtime error',
  not_compiled: 'Did not compile',
  not_run: 'Not run',
};
