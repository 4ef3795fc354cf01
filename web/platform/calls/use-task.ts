import { useDocumentVisibility } from '@mantine/hooks';
import { type Task, TaskProgress, hasEnded } from '@vlabs/contract/http/tasks';
import { useEffect, useEffectEvent, useState } from 'react';
import { followEvents } from './live-events.ts';

/** Reports the progress of a task. Resolves when it has ended or may not be followed. */
export async function followTask(
  { kind, id }: Task,
  onProgress: (now: TaskProgress) => void,
  left: AbortSignal = new AbortController().signal,
): Promise<void> {
  const end = new AbortController();
  await followEvents(`/api/v1/tasks/${kind}/${id}/events`, {
    signal: AbortSignal.any([left, end.signal]),
    onEvent: (_event, data) => {
      const now = TaskProgress.parse(data);
      onProgress(now);
      if (hasEnded(now.state)) end.abort();
    },
    onLine: () => undefined,
    onRefused: () => end.abort(),
  });
}

/**
 * Progress of a task; null before the first report. Only a visible page holds a connection,
 * because browsers limit the connections per server.
 *
 * @param task null if there is no running task
 * @param onEnd called once the task has ended or may not be followed
 */
export function useTask(task: Task | null, onEnd: () => unknown): TaskProgress | null {
  const [now, setNow] = useState<TaskProgress | null>(null);
  const isInSight = useDocumentVisibility() !== 'hidden';
  const hasEndedNow = useEffectEvent(onEnd);
  const kind = task?.kind;
  const id = task?.id;
  useEffect(() => {
    if (kind === undefined || id === undefined || !isInSight) return undefined;
    const left = new AbortController();
    void followTask({ kind, id }, setNow, left.signal).then(() => {
      if (!left.signal.aborted) hasEndedNow();
    });
    return () => {
      left.abort();
      setNow(null);
    };
  }, [kind, id, isInSight]);
  return now;
}
