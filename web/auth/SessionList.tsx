import { Badge, Button, Paper } from '@mantine/core';
import IconCheck from '~icons/check';
import { useMutation, useQuery } from '@tanstack/react-query';
import { endSession, listSessions, type Session } from '@vlabs/contract/auth/auth';
import { useState } from 'react';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { momentColumn } from '../ui/table/moment-column.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { LinesSkeleton, Loaded } from '../ui/states.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { describeBrowser } from '@vlabs/contract/auth/describe-browser';

/** The account's sessions. All but the current one can be ended. */
export function SessionList() {
  const [ending, setEnding] = useState<Session | null>(null);
  const { mutate: end, isPending: isEnding } = useEndSession(() => setEnding(null));

  return (
    <>
      <Loaded
        query={useQuery(queryOf(listSessions, {}))}
        waiting={
          <Paper withBorder p="lg">
            <LinesSkeleton lines={3} />
          </Paper>
        }
        failure="Your sessions could not be loaded."
      >
        {(sessions) => (
          <DataTable
            label="Your sessions"
            rows={sessions}
            rowId={({ sessionId }) => sessionId}
            sortedAtFirst={{ column: 'used', direction: 'descending' }}
            columns={columnsOf(setEnding)}
          />
        )}
      </Loaded>
      {ending && (
        <ConfirmDialog
          title="End this session?"
          consequence={`${describeBrowser(ending.browser)} at ${ending.address} is signed out immediately. Unsaved work there may be lost.`}
          confirmLabel="End session"
          isBusy={isEnding}
          onConfirm={() => end(ending)}
          onCancel={() => setEnding(null)}
        />
      )}
    </>
  );
}

function columnsOf(onEnd: (session: Session) => void): Column<Session>[] {
  return [
    {
      id: 'browser',
      label: 'Browser',
      sortBy: ({ browser }) => describeBrowser(browser),
      cell: ({ browser, isShared }) =>
        `${describeBrowser(browser)}${isShared ? ', shared computer' : ''}`,
    },
    { id: 'method', label: 'Method', sortBy: ({ method }) => method, cell: methodOf },
    { id: 'address', label: 'Address', isCode: true, cell: ({ address }) => address },
    momentColumn({ id: 'created', label: 'Signed in', moment: ({ createdAt }) => createdAt }),
    momentColumn({ id: 'used', label: 'Last used', moment: ({ lastUsedAt }) => lastUsedAt }),
    {
      id: 'end',
      label: 'Session',
      cell: (session) => <EndCell session={session} onEnd={onEnd} />,
    },
  ];
}

/** A provider is named as its operator names it. */
const methodOf = ({ method }: Session): string =>
  method === 'password' ? 'Password' : method === 'passkey' ? 'Passkey' : method;

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
  const refresh = useRefresh(listSessions);
  return useMutation({
    mutationFn: ({ sessionId }: Session) => call(endSession, { params: { sessionId } }),
    onSuccess: ({ message }) => toastSuccess(message),
    onError: (error) => toastError(messageOf(error)),
    onSettled: async () => {
      await refresh();
      onDone();
    },
  });
}
