import { Anchor, Button, Stack } from '@mantine/core';
import IconKey from '~icons/key';
import IconPlus from '~icons/plus';
import { useQuery } from '@tanstack/react-query';
import {
  MAX_PROVIDERS,
  type Provider,
  type ProviderSettings,
  listProviders,
} from '@vlabs/contract/sign-on/providers';
import { Link } from 'react-router';
import { queryOf } from '../../platform/calls/query-of.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { OwnAddresses } from './OwnAddresses.tsx';

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
        {({ providers, callbackAddress, entityId }) => (
          <Stack gap="lg">
            <OwnAddresses callbackAddress={callbackAddress} entityId={entityId} />
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

const AS_GIVEN = { column: '', direction: 'ascending' } as const;

const none = (
  <Empty icon={IconKey} title="No providers yet">
    Add one to let people sign in with Google Workspace, Microsoft Entra, Keycloak, another OpenID
    Connect or SAML provider, or the university’s directory (LDAP).
  </Empty>
);

function addressOf(settings: ProviderSettings): string {
  if (settings.kind === 'ldap') return settings.address;
  return settings.kind === 'saml' ? settings.entityId : settings.issuer;
}

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
    cell: ({ settings }) => addressOf(settings),
  },
  { id: 'state', label: 'State', sortBy: stateOf, cell: stateOf },
  {
    id: 'people',
    label: 'Linked people',
    sortBy: ({ people }) => people,
    cell: ({ people }) => people,
  },
];
