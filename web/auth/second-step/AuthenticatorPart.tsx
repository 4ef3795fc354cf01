import { Button, Group, Stack, Text } from '@mantine/core';
import {
  type Proof,
  beginAuthenticator,
  getSecondStep,
  makeRecoveryCodes,
  removeAuthenticator,
} from '@vlabs/contract/auth/second-step';
import { useState } from 'react';
import { call } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { Moment } from '../../ui/dates/Moment.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { AuthenticatorDialog, type NewAuthenticator } from './AuthenticatorDialog.tsx';
import { ProofDialog, type SecondStep } from './ProofDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

type Open =
  | { what: 'set up' | 'remove' | 'new codes' }
  | { what: 'confirm'; made: NewAuthenticator }
  | { what: 'codes'; codes: readonly string[] }
  | null;

/** The authenticator app whose codes follow the password; nothing for a person without a password. */
export function AuthenticatorPart({ state }: { state: SecondStep }) {
  const [open, setOpen] = useState<Open>(null);
  const { authenticator, hasPassword } = state;
  if (!hasPassword && authenticator === null) return null;
  return (
    <Stack gap="sm">
      <Text maw="40rem">
        An authenticator app on your phone shows a new code every 30 seconds. With it, your password
        alone signs nobody in.
      </Text>
      {authenticator === null ? (
        <Button variant="default" w="fit-content" onClick={() => setOpen({ what: 'set up' })}>
          Set up an authenticator app
        </Button>
      ) : (
        <>
          <Text>
            Set up <Moment at={authenticator.addedAt} />. {leftOf(authenticator.recoveryCodes)}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={() => setOpen({ what: 'new codes' })}>
              New recovery codes
            </Button>
            <Button variant="default" onClick={() => setOpen({ what: 'remove' })}>
              Remove the authenticator app
            </Button>
          </Group>
        </>
      )}
      <OpenDialog open={open} state={state} onOpen={setOpen} />
    </Stack>
  );
}

function leftOf(codes: number): string {
  if (codes === 0) return 'No recovery code is left. Make new ones.';
  return codes === 1 ? 'One recovery code is left.' : `${codes} recovery codes are left.`;
}

interface OpenDialogProps {
  open: Open;
  state: SecondStep;
  onOpen: (open: Open) => void;
}

function OpenDialog({ open, state, onOpen }: OpenDialogProps) {
  const refresh = useRefresh(getSecondStep);
  const close = () => onOpen(null);
  const showCodes = async (codes: readonly string[]) => {
    onOpen({ what: 'codes', codes });
    await refresh();
  };
  if (open === null) return null;
  if (open.what === 'codes') return <RecoveryCodesDialog codes={open.codes} onClose={close} />;
  if (open.what === 'confirm') {
    return <AuthenticatorDialog made={open.made} onConfirmed={showCodes} onClose={close} />;
  }
  const shared = { state, onClose: close };
  if (open.what === 'remove') {
    return (
      <ProofDialog
        {...shared}
        title="Remove the authenticator app?"
        consequence="Your password needs no code any more, and the recovery codes stop working."
        submitLabel="Remove"
        send={({ proof }) => call(removeAuthenticator, { body: { proof } })}
        onSent={async ({ message }) => {
          toastSuccess(message);
          await refresh();
          close();
        }}
      />
    );
  }
  if (open.what === 'new codes') {
    return (
      <ProofDialog
        {...shared}
        title="Make new recovery codes?"
        consequence="The ones that you have stop working."
        submitLabel="Make new codes"
        send={async ({ proof }) => (await call(makeRecoveryCodes, { body: { proof } })).data}
        onSent={({ recoveryCodes }) => showCodes(recoveryCodes)}
      />
    );
  }
  return (
    <ProofDialog
      {...shared}
      title="Set up an authenticator app"
      consequence="You need an app such as Aegis, Google Authenticator or Microsoft Authenticator on your phone."
      submitLabel="Continue"
      send={({ proof }) => begin(proof)}
      onSent={(made) => onOpen({ what: 'confirm', made })}
    />
  );
}

const begin = async (proof: Proof): Promise<NewAuthenticator> =>
  (await call(beginAuthenticator, { body: { proof } })).data;
