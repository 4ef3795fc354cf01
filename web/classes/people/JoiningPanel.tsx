import { Button, Code, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import IconCopy from '~icons/copy';
import { type ClassDetails, setJoining, showJoinCode } from '@vlabs/contract/classes/classes';
import { useState } from 'react';
import { call, messageOf } from '../../platform/calls/call.ts';
import { copyText } from '../../platform/copy-text.ts';
import { toastError } from '../../ui/toast.ts';
import { useClassChange } from '../calls/use-classes.ts';

const ways = [
  { value: 'list', label: 'Staff add them' },
  { value: 'code', label: 'Staff add them, and students join with a code' },
  { value: 'closed', label: 'Closed: no new students' },
] as const;

/** How students join a class. Its code can be shown while it is valid. */
export function JoiningPanel({ details }: { details: ClassDetails }) {
  const { classId, joining } = details;
  const [chosen, setChosen] = useState(joining);
  const showing = useMutation({
    mutationFn: async () => (await call(showJoinCode, { params: { classId } })).data,
    onError: (error) => toastError(messageOf(error)),
  });
  const change = useClassChange(async (way: typeof joining) => {
    const body = { joining: way };
    return (await call(setJoining, { params: { classId }, body })).data;
  }, showing.reset);
  const code = change.data?.joinCode ?? showing.data?.joinCode ?? null;
  const makesCode = chosen === 'code';
  const hasCode = makesCode && joining === 'code';
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
      {hasCode && code === null && (
        <Text component="output" size="sm" c="dimmed">
          {showing.isSuccess
            ? 'The code was created before codes could be shown again. Create a new one to see it.'
            : 'Students join with a code. A new code replaces it.'}
        </Text>
      )}
      {makesCode && code !== null && <JoinCode code={code} />}
      <Group gap="sm">
        {hasCode && code === null && !showing.isSuccess && (
          <Button loading={showing.isPending} onClick={() => showing.mutate()}>
            Show code
          </Button>
        )}
        <Button
          variant={hasCode ? 'default' : 'filled'}
          loading={change.isPending}
          disabled={isAsItWas}
          onClick={() => change.mutate(chosen)}
        >
          {makesCode ? (joining === 'code' ? 'Create new code' : 'Create code') : 'Save'}
        </Button>
      </Group>
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
          Students join with this code:
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
