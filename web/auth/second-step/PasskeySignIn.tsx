import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { login } from '@vlabs/contract/auth/auth';
import type { z } from 'zod';
import { messageOf, noAnswer, shortMessageOf } from '../../platform/calls/call.ts';
import { useInstallation } from '../../platform/calls/use-installation.ts';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { toastError } from '../../ui/toast.ts';
import { knowsPasskeys } from './knows-passkeys.ts';

interface PasskeySignInProps {
  isShared: boolean;
  onSignedIn: (reply: z.infer<typeof login.reply>) => void;
}

/** Only if passkeys work in this browser and at this address. */
export function PasskeySignIn({ isShared, onSignedIn }: PasskeySignInProps) {
  const { data } = useInstallation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => (await loadSignIn()).signInWithPasskey(isShared),
    onSuccess: onSignedIn,
    onError: (refusal) => toastError(shortMessageOf(refusal)),
  });
  if (data?.passkeys !== true || !knowsPasskeys()) return null;
  return (
    <>
      <Button variant="default" fullWidth mt="md" loading={isPending} onClick={() => mutate()}>
        Sign in with a passkey
      </Button>
      <FormMessage message={error && messageOf(error)} />
    </>
  );
}

async function loadSignIn() {
  try {
    return await import('./sign-in-with-passkey.ts');
  } catch (cause) {
    throw noAnswer(cause);
  }
}
