import { Anchor, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import IconKey from '~icons/key';
import IconPlus from '~icons/plus';
import { useQuery } from '@tanstack/react-query';
import { MAX_PROVIDERS, type Provider, listProviders } from '@vlabs/contract/sign-on/providers';
import { Link } from 'react-router';
import { queryOf } from '../../platform/calls/query-of.ts';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';

const PATH = '/admin/dashboard/sign-on';

/** The providers that people sign in with, for campus admins. */
export function ProvidersPage() {
  const query = useQuery(queryOf(listProviders, {}));
  const isFull = (query.data?.providers.length ?? 0) >= MAX_PROVIDERS;
  return (
    <Page
      heading="Sign-on"
      width="whole"
      introduction="People can sign in with the university’s own accounts. Passwords of this installation keep working beside them."
      action={
        !isFull && (
          <Button
            component={Link}
            to={`${PATH}/new`}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Add provider
          </Button>
        )
      }
    >
      <Loaded query={query} failure="The providers could not be loaded.">
        {({ providers, callbackAddress }) => (
          <Stack gap="lg">
            <CallbackAddress address={callbackAddress} />
            {providers.length === 0 ? (
              none
            ) : (
              <DataTable
                label="Providers"
                columns={columns}
                rows={providers}
                rowId={({ providerId }) => providerId}
                sortedAtFirst={AS_GIVEN}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

export function CallbackAddress({ address }: { address: string | null }) {
  if (address === null) {
    return (
      <FormMessage message="Set VLABS_PUBLIC_URL to the address that people open, and restart the server. Until then, nobody can sign in with a provider." />
    );
  }
  return (
    <div>
      <Text mb={4}>Enter this redirect address at each provider:</Text>
      <Group gap="sm">
        <Code p="xs" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Code>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}

const AS_GIVEN = { column: '', direction: 'ascending' } as const;

const none = (
  <Empty icon={IconKey} title="No providers yet">
    Add one to let people sign in with Google Workspace, Microsoft Entra, Keycloak, another OpenID
    Connect provider, or the university’s directory (LDAP).
  </Empty>
);

const stateOf = ({ isOn }: Provider) => (isOn ? 'On' : 'Off');

const columns: Column<Provider>[] = [
  {
    id: 'name',
    label: 'Name',
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ name, providerId }) => (
      <Anchor component={Link} to={`${PATH}/${providerId}`} underline="always">
        {name}
      </Anchor>
    ),
  },
  {
    id: 'address',
    label: 'Address',
    isCode: true,
    cell: ({ settings }) => (settings.kind === 'ldap' ? settings.address : settings.issuer),
  },
  { id: 'state', label: 'State', sortBy: stateOf, cell: stateOf },
  {
    id: 'people',
    label: 'Linked people',
    sortBy: ({ people }) => people,
    cell: ({ people }) => people,
  },
];
