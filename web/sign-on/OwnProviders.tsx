import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deleteOwnIdentity, listOwnIdentities } from '@vlabs/contract/sign-on/sign-on';
import type { PersonIdentity } from '@vlabs/contract/sign-on/providers';
import { call, messageOf } from '../platform/calls/call.ts';
import { queryOf, useRefresh } from '../platform/calls/query-of.ts';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { Moment } from '../ui/dates/Moment.tsx';
import { Loaded } from '../ui/states.tsx';
import { toastError, toastSuccess } from '../ui/toast.ts';
import { type OpenedProvider, useOpenProvider } from './use-open-provider.ts';

/** The providers that the user signs in with, and those to connect. */
export function OwnProviders() {
  const query = useQuery(queryOf(listOwnIdentities, {}));
  const { data: installation } = useInstallation();
  return (
    <Loaded query={query} waiting={null} failure="Your sign-in methods could not be loaded.">
      {({ hasPassword, identities }) => {
        const linked = new Set(identities.map(({ providerId }) => providerId));
        const others = (installation?.providers ?? []).filter(({ id }) => !linked.has(id));
        return (
          <Stack gap="sm" maw="40rem">
            {hasPassword && <Text>You can sign in with your roll number and password.</Text>}
            {identities.map((identity) => (
              <Linked key={identity.providerId} identity={identity} />
            ))}
            {others.map((provider) => (
              <Connection key={provider.id} provider={provider} />
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function Linked({ identity }: { identity: PersonIdentity }) {
  const { providerId, providerName, email, lastUsedAt, linkedAt } = identity;
  const refresh = useRefresh(listOwnIdentities);
  const removing = useMutation({
    mutationFn: () => call(deleteOwnIdentity, { params: { providerId } }),
    onSuccess: ({ message }) => {
      toastSuccess(message);
      return refresh();
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <div>
          <Text fw={600}>{providerName}</Text>
          <Text size="sm" c="dimmed">
            {email !== null && `${email}, `}
            {lastUsedAt === null ? 'connected ' : 'last used '}
            <Moment at={lastUsedAt ?? linkedAt} />
          </Text>
        </div>
        <Button
          variant="default"
          size="xs"
          loading={removing.isPending}
          aria-label={`Disconnect ${providerName}`}
          onClick={() => removing.mutate()}
        >
          Disconnect
        </Button>
      </Group>
    </Paper>
  );
}

function Connection({ provider }: { provider: OpenedProvider }) {
  const connecting = useOpenProvider(
    { purpose: 'link', goTo: '/account', isShared: false },
    (error) => toastError(messageOf(error)),
  );
  return (
    <Group>
      <Button
        variant="default"
        loading={connecting.isPending}
        onClick={() => connecting.mutate(provider)}
      >
        Connect {provider.name}
      </Button>
    </Group>
  );
}
