import { Button, Divider, Stack } from '@mantine/core';
import { messageOf } from '../platform/calls/call.ts';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { FormMessage } from '../ui/FormMessage.tsx';
import { useOpenProvider } from './use-open-provider.ts';

interface ProviderButtonsProps {
  /** Where to go after the sign-in. */
  goTo: string;
  isShared: boolean;
}

/** The ways to sign in with another account of the university; nothing if there is none. */
export function ProviderButtons({ goTo, isShared }: ProviderButtonsProps) {
  const { data } = useInstallation();
  const opening = useOpenProvider({ purpose: 'sign-in', goTo, isShared });
  const { mutate, isPending, error, variables } = opening;
  const providers = data?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm" mb="lg">
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="default"
          size="md"
          loading={isPending && variables.id === provider.id}
          onClick={() => mutate(provider)}
        >
          Sign in with {provider.name}
        </Button>
      ))}
      <FormMessage message={error && messageOf(error)} />
      <Divider label="or with a password" />
    </Stack>
  );
}
