import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type PersonIdentity,
  deletePersonIdentity,
  listPersonIdentities,
} from '@vlabs/contract/sign-on/providers';
import { useState } from 'react';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Moment } from '../ui/dates/Moment.tsx';
import { Loaded } from '../ui/states.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';

/** How somebody was linked with providers, for campus admins; nothing if they are not. */
export function PersonLinks({ personId }: { personId: string }) {
  const query = useQuery(queryOf(listPersonIdentities, { params: { personId } }));
  return (
    <Loaded query={query} waiting={null} failure="The sign-in methods could not be loaded.">
      {(identities) => (
        <Stack gap="xs">
          {identities.map((identity) => (
            <PersonLink key={identity.providerId} personId={personId} identity={identity} />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

const reasons: Record<PersonIdentity['linkedBy'], string> = {
  'roll number': 'by its roll number',
  'email and password': 'by the email address and the password',
  'listed email': 'by the email address of the student list',
  'new account': 'when the account was created',
  themselves: 'by the person on the Account page',
};

function PersonLink({ personId, identity }: { personId: string; identity: PersonIdentity }) {
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useRefresh(listPersonIdentities);
  const { providerId, providerName, email, subject, linkedBy, linkedAt } = identity;
  const removing = useMutation({
    mutationFn: () => call(deletePersonIdentity, { params: { personId, providerId } }),
    onSuccess: ({ message }) => {
      toastSuccess(message);
      return refresh();
    },
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => setIsAsking(false),
  });
  return (
    <Group justify="space-between">
      <Text size="sm">
        Signs in with {providerName} as {email ?? subject}, linked {reasons[linkedBy]}{' '}
        <Moment at={linkedAt} />
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Remove the link with ${providerName}`}
        onClick={() => setIsAsking(true)}
      >
        Remove link
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remove the link with ${providerName}?`}
          consequence="All sessions of the person end. The next sign-on is linked again if it fits."
          confirmLabel="Remove link"
          isBusy={removing.isPending}
          onConfirm={() => removing.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </Group>
  );
}
