import { Anchor, Button, Group, Paper, Progress, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import IconRefresh from '~icons/refresh';
import { type Judging, getJudging, judgeAgain } from '@vlabs/contract/attempts/judging';
import { listAttempts } from '@vlabs/contract/attempts/attempt-control';
import { call, messageOf } from '../../platform/calls/call.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { useWrites } from '../../platform/calls/use-account.ts';
import { useTask } from '../../platform/calls/use-task.ts';
import { testSimilarityPath } from '../../platform/page-paths.ts';
import { percentOf } from '../../ui/progress/show-part.ts';
import { toastError } from '../../ui/toast.ts';

const ASK_AGAIN_MS = 5000;

interface JudgingPanelProps {
  uniqueId: string;
  /** Undefined for the whole campus. */
  classId: string | undefined;
}

/** How far submitted programs are judged, and what they share; nothing until one is submitted. */
export function JudgingPanel({ uniqueId, classId }: JudgingPanelProps) {
  const refresh = useRefresh(getJudging, listAttempts);
  const { data } = useQuery({
    ...queryOf(getJudging, { params: { uniqueId } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? ASK_AGAIN_MS : false),
  });
  const writes = useWrites(classId);
  const progress = useTask(isUnderWay(data) ? { kind: 'judging', id: uniqueId } : null, refresh);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(judgeAgain, { params: { uniqueId } }),
    onSuccess: refresh,
    onError: (error) => toastError(messageOf(error)),
  });
  if (!data || data.submitted === 0) return null;
  const judged = Math.max(data.judged, progress?.done ?? 0);
  const { submitted, failed, questions, secondsLeft } = data;
  return (
    <Paper withBorder component="section" aria-label="Judging" p="sm" mb="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" component="output">
          {judged === submitted
            ? 'All submitted programs are judged.'
            : `${judged} of ${submitted} submitted attempts have their score.`}
          {secondsLeft !== null && ` About ${describeTime(secondsLeft)} left.`}
          {failed > 0 && ` ${describeFailed(failed)}`}
        </Text>
        {failed > 0 && writes && (
          <Button
            size="xs"
            variant="default"
            loading={isPending}
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() => mutate()}
          >
            Judge again
          </Button>
        )}
      </Group>
      {isUnderWay(data) && (
        <Progress mt="xs" aria-label="Judged attempts" value={percentOf(judged / submitted)} />
      )}
      <Group gap="md" mt="xs">
        {questions.map((number) => (
          <Anchor
            key={number}
            size="sm"
            component={Link}
            to={testSimilarityPath(uniqueId, number)}
            underline="always"
          >
            Similar programs of question {number}
          </Anchor>
        ))}
      </Group>
    </Paper>
  );
}

const isUnderWay = (data: Judging | undefined): boolean =>
  data !== undefined && data.judged + data.failed < data.submitted;

const describeTime = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;

const describeFailed = (failed: number): string =>
  failed === 1
    ? 'The programs of one attempt could not be judged because of a fault of the server.'
    : `The programs of ${failed} attempts could not be judged because of a fault of the server.`;
