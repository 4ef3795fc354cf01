import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import IconCopy from '~icons/copy';
import { useState } from 'react';
import { serverNowMs } from '../platform/calls/server-time.ts';
import { formatMomentBeside } from '../ui/dates/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { LinesSkeleton, Loaded } from '../ui/states.tsx';
import { copyText } from '../platform/copy-text.ts';
import { useCalendarLink, useEndCalendarLink, useMakeCalendarLink } from './use-calendar-link.ts';

/** The secret link of a student's calendar: made, copied, replaced and stopped here. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const query = useCalendarLink();
  return (
    <Dialog title="Add to calendar" onClose={onClose}>
      <Stack gap="md">
        <Text>
          Your tests and due times in the calendar that you use, kept up to date by itself. Google
          Calendar, Outlook and phones take the link as a calendar “from URL”.
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
                  ? 'You have no link yet.'
                  : `Your link was made on ${formatMomentBeside(createdAt, serverNowMs())}. It can be shown only once. If you need it again, make a new one; the old link then stops.`}
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
        description="It is shown only now. Whoever has it can read your dates, so keep it to yourself."
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
          {state === 'failed' && 'Not copied. Select the link and copy it.'}
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
          Stop the link
        </Button>
      )}
      <Button
        variant={hasLink ? 'default' : 'filled'}
        loading={make.isPending}
        onClick={() => make.mutate()}
      >
        {hasLink ? 'Make a new link' : 'Make a link'}
      </Button>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Group>
  );
}
