import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type Provider,
  changeProvider,
  createProvider,
  deleteProvider,
  listProviders,
} from '@vlabs/contract/sign-on/providers';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call, messageOf } from '../../platform/calls/call.ts';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useForm } from '../../ui/Form.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { NotFoundPage } from '../../ui/frame/NotFoundPage.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useOpenProvider } from '../use-open-provider.ts';
import { OwnAddresses } from './OwnAddresses.tsx';
import { ProviderFields } from './ProviderFields.tsx';
import { mistakesIn, textOf, valuesOf } from './provider-form.ts';

const PATH = '/admin/dashboard/sign-on';

/** Adds a provider, or changes one, tries it, and switches it on. */
export function ProviderPage() {
  const { providerId } = useParams();
  const query = useQuery(queryOf(listProviders, {}));
  return (
    <Loaded query={query} failure="The provider could not be loaded.">
      {({ providers, callbackAddress, entityId }) => {
        const known = providers.find((one) => one.providerId === providerId);
        if (providerId !== 'new' && known === undefined) return <NotFoundPage />;
        return (
          <Page heading={known?.name ?? 'Add provider'}>
            <Stack gap="xl" maw="44rem">
              {known?.settings.kind !== 'ldap' && (
                <OwnAddresses callbackAddress={callbackAddress} entityId={entityId} />
              )}
              {known && <States provider={known} />}
              <ProviderForm key={known?.providerId ?? 'new'} provider={known ?? null} />
              {known && <Deletion provider={known} />}
            </Stack>
          </Page>
        );
      }}
    </Loaded>
  );
}

function ProviderForm({ provider }: { provider: Provider | null }) {
  const navigate = useNavigate();
  const refresh = useRefresh(listProviders);
  const form = useForm({
    initial: valuesOf(provider),
    check: mistakesIn,
    send: async (values) => {
      const body = textOf(values);
      if (provider === null) {
        const { data, message = 'Added.' } = await call(createProvider, { body });
        return { providerId: data.providerId, message };
      }
      const { providerId, isOn } = provider;
      const params = { providerId };
      const { message } = await call(changeProvider, { params, body: { ...body, isOn } });
      return { providerId, message };
    },
    onSent: async ({ providerId, message }) => {
      toastSuccess(message);
      form.setValues((values) => ({ ...values, secret: '' }));
      await refresh();
      await navigate(`${PATH}/${providerId}`, { replace: true });
    },
  });
  return (
    <Paper withBorder p="lg">
      <ProviderFields
        form={form}
        hasSecret={provider?.hasSecret ?? false}
        isNew={provider === null}
        submitLabel={provider === null ? 'Add provider' : 'Save'}
      />
    </Paper>
  );
}

const onError = (error: Error) => toastError(messageOf(error));

/** Try first, then switch on. */
function States({ provider }: { provider: Provider }) {
  const { isOn, name, providerId, settings } = provider;
  const refresh = useRefresh(listProviders);
  const goTo = `${PATH}/${providerId}`;
  const trying = useOpenProvider({ purpose: 'try', goTo, isShared: false }, onError);
  const switching = useMutation({
    mutationFn: () => {
      const body = { ...textOf(valuesOf(provider)), isOn: !isOn };
      return call(changeProvider, { params: { providerId }, body });
    },
    onSuccess: () => {
      toastSuccess(isOn ? `${name} is off.` : `${name} is on.`);
      return refresh();
    },
    onError,
  });
  return (
    <section aria-labelledby="state">
      <Title order={2} id="state" mb="sm">
        {isOn ? 'On' : 'Off'}
      </Title>
      <Text mb="sm">
        {isOn
          ? `The sign-in page shows “Sign in with ${name}”.`
          : 'The sign-in page does not show it. Try it with your own account there: you see what arrives, and nothing is changed. Then switch it on.'}
      </Text>
      <Group gap="sm">
        <Button
          variant="default"
          loading={trying.isPending}
          onClick={() => trying.mutate({ id: providerId, name, kind: settings.kind })}
        >
          Try it
        </Button>
        <Button
          variant={isOn ? 'default' : 'filled'}
          loading={switching.isPending}
          onClick={() => switching.mutate()}
        >
          {isOn ? 'Switch off' : 'Switch on'}
        </Button>
      </Group>
    </section>
  );
}

function Deletion({ provider: { providerId, name, people, isOn } }: { provider: Provider }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefresh(listProviders);
  const deleting = useMutation({
    mutationFn: () => call(deleteProvider, { params: { providerId } }),
    onSuccess: async ({ message }) => {
      toastSuccess(message);
      await navigate(PATH, { replace: true });
      await refresh();
    },
    onError,
    onSettled: () => setIsAsking(false),
  });
  if (isOn) return null;
  const links = people === 1 ? 'One person is' : `${people} people are`;
  return (
    <>
      <Group>
        <Button color="red" variant="outline" onClick={() => setIsAsking(true)}>
          Delete provider
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          consequence={`${links} linked with it. Those without a password can no longer sign in. This can’t be undone.`}
          confirmLabel="Delete provider"
          isBusy={deleting.isPending}
          onConfirm={() => deleting.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
