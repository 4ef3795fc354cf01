import { Button, Divider, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../platform/calls/call.ts';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { FormMessage } from '../ui/FormMessage.tsx';

interface ProviderButtonsProps {
  /** Where to go after the sign-in. */
  goTo: string;
  isShared: boolean;
}

/** The ways to sign in with another account of the university; nothing if there is none. */
export function ProviderButtons({ goTo, isShared }: ProviderButtonsProps) {
  const { data } = useInstallation();
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      const { signInWith } = await import('./sign-in-with.ts');
      await signInWith(id, { name, goTo, isShared });
    },
  });
  const providers = data?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm" mb="lg">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          loading={isPending && variables.id === id}
          onClick={() => mutate({ id, name })}
        >
          Sign in with {name}
        </Button>
      ))}
      <FormMessage message={error && messageOf(error)} />
      <Divider label="or with a password" />
    </Stack>
  );
}
