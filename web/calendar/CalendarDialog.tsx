import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import IconCopy from '~icons/copy';
import { useState } from 'react';
import { serverNowMs } from '../platform/calls/server-time.ts';
import { formatMomentBeside } from '../ui/dates/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { LinesSkeleton, Loaded } from '../ui/states.tsx';
import { copyText } from '../platform/copy-text.ts';
import { useCalendarLink, useEndCalendarLink, useMakeCalendarLink } from './use-calendar-link.ts';

/** Creates, copies, replaces and revokes the secret link of a student's calendar. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const query = useCalendarLink();
  return (
    <Dialog title="Add to calendar" onClose={onClose}>
      <Stack gap="md">
        <Text>
          Subscribe to your tests and due times in your own calendar. Google Calendar, Outlook and
          phones accept the link as a calendar “from URL”.
        </Text>
        <Loaded
          query={query}
          waiting={<LinesSkeleton lines={3} />}
          failure="Your calendar link could not be loaded."
        >
          {({ address, createdAt }) =>
            address === undefined ? (
              <Text>
                {createdAt === null
                  ? 'You don’t have a link yet.'
                  : `Your link was created on ${formatMomentBeside(createdAt, serverNowMs())} and can’t be shown again. If you create a new one, the old link stops working.`}
              </Text>
            ) : (
              <NewLink address={address} />
            )
          }
        </Loaded>
        <Actions hasLink={typeof query.data?.createdAt === 'string'} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

function NewLink({ address }: { address: string }) {
  const [state, setState] = useState<'new' | 'copied' | 'failed'>('new');
  const copy = async () => setState((await copyText(address)) ? 'copied' : 'failed');
  return (
    <>
      <TextInput
        label="Your calendar link"
        description="Copy it now: it won’t be shown again. Anyone with the link can see your dates, so keep it secret."
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group gap="md">
        <Button
          data-autofocus
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy link
        </Button>
        <Anchor href={address.replace(/^https?:/, 'webcal:')}>Open in a calendar app</Anchor>
        <Text component="output" size="sm">
          {state === 'copied' && 'Copied'}
          {state === 'failed' && 'Copying failed. Select the link and copy it yourself.'}
        </Text>
      </Group>
    </>
  );
}

function Actions({ hasLink, onClose }: { hasLink: boolean; onClose: () => void }) {
  const make = useMakeCalendarLink();
  const end = useEndCalendarLink();
  return (
    <Group justify="flex-end">
      {hasLink && (
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          Revoke link
        </Button>
      )}
      <Button
        variant={hasLink ? 'default' : 'filled'}
        loading={make.isPending}
        onClick={() => make.mutate()}
      >
        {hasLink ? 'Create a new link' : 'Create a link'}
      </Button>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Group>
  );
}
