import { Badge, Button, Paper, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession, listSessions, type Session } from '@vlabs/contract/auth';
import { useState } from 'react';
import { call, messageOf } from '../platform/call.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { formatDistance, formatMoment } from '../ui/dates.ts';
import { Failed, LinesSkeleton } from '../ui/states.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { describeBrowser } from './describe-browser.ts';

/** Where this account is signed in; each session but the present one can be ended. */
export function SessionList() {
  const [ending, setEnding] = useState<Session | null>(null);
  const { data, error, isPending, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await call(listSessions, {}, { signal })).data,
  });
  const { mutate: end, isPending: isEnding } = useEndSession(() => setEnding(null));

  if (isPending) {
    return (
      <Paper withBorder p="lg">
        <LinesSkeleton lines={3} />
      </Paper>
    );
  }
  if (data === undefined) {
    return (
      <Failed
        message={`Your sessions could not be loaded. ${messageOf(error)}`}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <>
      <DataTable
        label="Your sessions"
        rows={data}
        rowId={({ sessionId }) => sessionId}
        sortedAtFirst={{ column: 'used', direction: 'descending' }}
        columns={columnsOf(dataUpdatedAt, setEnding)}
      />
      {ending && (
        <ConfirmDialog
          title="End this session?"
          consequence={`${describeBrowser(ending.browser)} at ${ending.address} is signed out at once. Work that was not saved there may be lost.`}
          confirmLabel="End session"
          isBusy={isEnding}
          onConfirm={() => end(ending)}
          onCancel={() => setEnding(null)}
        />
      )}
    </>
  );
}

function columnsOf(now: number, onEnd: (session: Session) => void) {
  return [
    {
      id: 'browser',
      label: 'Browser',
      sortBy: ({ browser }: Session) => describeBrowser(browser),
      cell: ({ browser }: Session) => <Text size="sm">{describeBrowser(browser)}</Text>,
    },
    {
      id: 'address',
      label: 'Address',
      cell: ({ address }: Session) => (
        <Text size="sm" ff="monospace">
          {address}
        </Text>
      ),
    },
    {
      id: 'created',
      label: 'Signed in',
      sortBy: ({ createdAt }: Session) => createdAt,
      cell: ({ createdAt }: Session) => <Moment timestamp={createdAt} now={now} />,
    },
    {
      id: 'used',
      label: 'Last used',
      sortBy: ({ lastUsedAt }: Session) => lastUsedAt,
      cell: ({ lastUsedAt }: Session) => <Moment timestamp={lastUsedAt} now={now} />,
    },
    {
      id: 'end',
      label: 'Session',
      cell: (session: Session) => <EndCell session={session} onEnd={onEnd} />,
    },
  ];
}

function Moment({ timestamp, now }: { timestamp: string; now: number }) {
  return (
    <time dateTime={timestamp}>
      {formatMoment(timestamp)}{' '}
      <Text component="span" size="sm" c="dimmed">
        ({formatDistance(timestamp, now)})
      </Text>
    </time>
  );
}

function EndCell({ session, onEnd }: { session: Session; onEnd: (session: Session) => void }) {
  if (session.current) {
    return (
      <Badge variant="light" tt="none" leftSection={<IconCheck size={14} aria-hidden />}>
        This session
      </Badge>
    );
  }
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`End the session of ${describeBrowser(session.browser)} at ${session.address}`}
      onClick={() => onEnd(session)}
    >
      End
    </Button>
  );
}

function useEndSession(onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ sessionId }: Session) => call(endSession, { params: { sessionId } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
      onDone();
    },
  });
}
