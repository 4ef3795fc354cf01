import { Button, Code, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import IconCopy from '~icons/copy';
import { type ClassDetails, setJoining } from '@vlabs/contract/people/classes';
import { useState } from 'react';
import { call } from '../platform/calls/call.ts';
import { copyText } from '../platform/copy-text.ts';
import { useClassChange } from './use-classes.ts';

const ways = [
  { value: 'list', label: 'Staff add them' },
  { value: 'code', label: 'Staff add them, and students join with a code' },
  { value: 'closed', label: 'Closed: no new students' },
] as const;

/** How students join a class. A code is shown once, when it is created. */
export function JoiningPanel({ details }: { details: ClassDetails }) {
  const { classId, joining } = details;
  const [chosen, setChosen] = useState(joining);
  const { mutate, isPending, data } = useClassChange(async (way: typeof joining) => {
    const body = { joining: way };
    return (await call(setJoining, { params: { classId }, body })).data;
  });
  const makesCode = chosen === 'code';
  const isAsItWas = chosen === joining && !makesCode;
  return (
    <Stack gap="md">
      <Radio.Group
        label="How students join"
        value={chosen}
        onChange={(value) => {
          const way = ways.find((one) => one.value === value);
          if (way) setChosen(way.value);
        }}
      >
        <Stack gap={6} mt={6}>
          {ways.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {makesCode && joining === 'code' && !data?.joinCode && (
        <Text size="sm" c="dimmed">
          There is a code, but it can’t be shown again. A new code replaces it.
        </Text>
      )}
      {data?.joinCode && makesCode && <JoinCode code={data.joinCode} />}
      <Button
        variant={data?.joinCode ? 'default' : 'filled'}
        loading={isPending}
        disabled={isAsItWas}
        style={{ alignSelf: 'start' }}
        onClick={() => mutate(chosen)}
      >
        {makesCode ? (joining === 'code' ? 'Create new code' : 'Create code') : 'Save'}
      </Button>
    </Stack>
  );
}

function JoinCode({ code }: { code: string }) {
  const [state, setState] = useState<'new' | 'copied' | 'failed'>('new');
  const address = `${location.origin}/join#${encodeURIComponent(code)}`;
  const copy = async () => setState((await copyText(address)) ? 'copied' : 'failed');
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" mb={4}>
          Copy the code now. It won’t be shown again:
        </Text>
        <Code fz="lg" p="xs">
          {code}
        </Code>
      </div>
      <TextInput
        label="Or share the link with the code"
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group gap="md">
        <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          Copy link
        </Button>
        <Text component="output" size="sm">
          {state === 'copied' && 'Copied'}
          {state === 'failed' && 'Couldn’t copy. Select the link and copy it yourself.'}
        </Text>
      </Group>
    </Stack>
  );
}
