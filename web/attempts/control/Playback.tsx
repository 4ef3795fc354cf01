import { ActionIcon, Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import IconPlayerPause from '~icons/player-pause';
import IconPlayerPlay from '~icons/player-play';
import { type WritingStep, getWriting } from '@vlabs/contract/attempts/judging';
import { languageOf } from '@vlabs/contract/runs/languages';
import { useState } from 'react';
import { queryOf } from '../../platform/calls/query-of.ts';
import { formatTime } from '../../ui/dates/dates.ts';
import { Loaded, PartSkeleton } from '../../ui/states.tsx';
import { CodeBlock } from '../../ui/text/CodeBlock.tsx';
import { listLargeSteps, textAfter } from './written-texts.ts';

const EACH_MS = 300;

interface PlaybackProps {
  uniqueId: string;
  userId: string;
  number: number;
}

/** How a program was typed, save by save. It informs a person and proves nothing. */
export function Playback({ uniqueId, userId, number }: PlaybackProps) {
  const params = { uniqueId, userId, number: String(number) };
  const query = useQuery(queryOf(getWriting, { params }));
  return (
    <Loaded
      query={query}
      waiting={<PartSkeleton height={160} />}
      failure="How it was typed could not be loaded."
    >
      {(steps) =>
        steps.length === 0 ? (
          <Text c="dimmed" mb="md">
            Nothing was recorded.
          </Text>
        ) : (
          <Steps steps={steps} />
        )
      }
    </Loaded>
  );
}

function Steps({ steps }: { steps: readonly WritingStep[] }) {
  const [count, setCount] = useState(steps.length);
  const player = useInterval(() => {
    setCount((before) => {
      if (before + 1 >= steps.length) player.stop();
      return Math.min(steps.length, before + 1);
    });
  }, EACH_MS);
  const step = steps[count - 1];
  const large = listLargeSteps(steps);

  function toggle(): void {
    if (!player.active && count === steps.length) setCount(1);
    player.toggle();
  }

  if (!step) return null;
  return (
    <Stack gap="xs" mb="md">
      <Group gap="sm" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={player.active ? 'Pause' : 'Play'}
          onClick={toggle}
        >
          {player.active ? (
            <IconPlayerPause size={18} aria-hidden />
          ) : (
            <IconPlayerPlay size={18} aria-hidden />
          )}
        </ActionIcon>
        <Slider
          flex={1}
          min={1}
          max={steps.length}
          value={count}
          label={null}
          thumbLabel="Save"
          onChange={setCount}
        />
        <Text size="sm" miw="max-content" component="output">
          {count} of {steps.length}, {formatTime(step.at)}
        </Text>
      </Group>
      {large.length > 0 && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            Much was added at once:
          </Text>
          {large.slice(0, 20).map((at) => (
            <Button key={at} size="compact-xs" variant="default" onClick={() => setCount(at)}>
              Save {at}
            </Button>
          ))}
        </Group>
      )}
      <CodeBlock
        text={textAfter(steps, count)}
        language={step.language}
        title={`${languageOf(step.language).name} at ${formatTime(step.at)}`}
      />
    </Stack>
  );
}
