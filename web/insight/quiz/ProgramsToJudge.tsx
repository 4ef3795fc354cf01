import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import IconPlayerPlay from '~icons/player-play';
import type { Key, KeyPreview } from '@vlabs/contract/insight/key-corrections';
import { percentOf } from '../../ui/progress/show-part.ts';
import { useJudgeByKey } from './use-key-correction.ts';

interface ProgramsToJudgeProps {
  question: { uniqueId: string; number: number };
  answerKey: Key;
  effect: KeyPreview;
}

/** Submitted programs must be run on changed test cases before the effect is known. */
export function ProgramsToJudge({ question, answerKey, effect }: ProgramsToJudgeProps) {
  const { mutate, isPending, isSuccess } = useJudgeByKey(question);
  const { toJudge, submitted } = effect;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Programs to run">
      <Group justify="space-between" gap="sm">
        <Text size="sm" component="output">
          {toJudge === 1
            ? 'The program of 1 attempt must be run on the changed test cases'
            : `The programs of ${toJudge} attempts must be run on the changed test cases`}{' '}
          before you see the effect. No score changes meanwhile.
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          disabled={isSuccess}
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => mutate(answerKey)}
        >
          {isSuccess ? 'Running' : 'Run the programs'}
        </Button>
      </Group>
      {isSuccess && (
        <Progress
          mt="xs"
          aria-label="Programs that were run"
          value={percentOf((submitted - toJudge) / submitted)}
        />
      )}
    </Paper>
  );
}
