import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import {
  MAX_PASSKEYS,
  type Proof,
  addPasskey,
  beginPasskey,
  getSecondStep,
  removePasskey,
  renamePasskey,
} from '@vlabs/contract/auth/second-step';
import { type ReactNode, useState } from 'react';
import { call } from '../../platform/calls/call.ts';
import { useRefresh } from '../../platform/calls/query-of.ts';
import { describeBrowser } from '@vlabs/contract/auth/describe-browser';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form, useForm } from '../../ui/Form.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { momentColumn } from '../../ui/table/moment-column.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { makePasskey } from './ask-authenticator.ts';
import { knowsPasskeys } from './knows-passkeys.ts';
import { ProofDialog, type SecondStep } from './ProofDialog.tsx';

type Passkey = SecondStep['passkeys'][number];
type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey } | null;

export function PasskeyList({ state }: { state: SecondStep }) {
  const [open, setOpen] = useState<Open>(null);
  const refresh = useRefresh(getSecondStep);
  const close = () => setOpen(null);
  const done = async ({ message }: { message: string }) => {
    toastSuccess(message);
    await refresh();
    close();
  };
  return (
    <Stack gap="sm">
      <Text maw="40rem">
        A passkey signs you in with your fingerprint, face, PIN or security key instead of the
        password. It works only on this site, so nobody can trick you into giving it away.
      </Text>
      {state.passkeys.length > 0 && (
        <DataTable
          label="Your passkeys"
          rows={state.passkeys}
          rowId={({ passkeyId }) => passkeyId}
          sortedAtFirst={{ column: 'created', direction: 'ascending' }}
          columns={columnsOf(setOpen)}
        />
      )}
      <AddButton state={state} onAdd={() => setOpen({ what: 'add' })} />
      {open?.what === 'add' && (
        <ProofDialog
          title="Add a passkey"
          consequence="Your browser then asks where to keep the passkey: on this device, a phone or a security key."
          submitLabel="Add passkey"
          state={state}
          suggestedName={describeBrowser(navigator.userAgent)}
          send={add}
          onSent={done}
          onClose={close}
        />
      )}
      {open?.what === 'remove' && (
        <ProofDialog
          title={`Remove “${open.passkey.name}”?`}
          consequence="Nobody can sign in with this passkey any more. Delete it on your device, too."
          submitLabel="Remove passkey"
          state={state}
          send={({ proof }) => remove(open.passkey, proof)}
          onSent={done}
          onClose={close}
        />
      )}
      {open?.what === 'rename' && (
        <RenameDialog passkey={open.passkey} onSent={done} onClose={close} />
      )}
    </Stack>
  );
}

function AddButton({ state, onAdd }: { state: SecondStep; onAdd: () => void }): ReactNode {
  const why = whyNone(state);
  if (why !== null) return <Text c="dimmed">{why}</Text>;
  return (
    <Button variant="default" w="fit-content" onClick={onAdd}>
      Add a passkey
    </Button>
  );
}

/** Why none can be added here; null if one can. */
function whyNone({ offersPasskeys, passkeys }: SecondStep): string | null {
  if (!offersPasskeys) {
    return 'Passkeys work only at a public https address, and V-labs has none here.';
  }
  if (!knowsPasskeys()) return 'This browser has no passkeys. Update it, or use another one.';
  if (passkeys.length < MAX_PASSKEYS) return null;
  return `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`;
}

const add = async ({ proof, name }: { proof: Proof; name: string }) => {
  const { data } = await call(beginPasskey, { body: { proof } });
  const passkey = await makePasskey(data);
  return call(addPasskey, { body: { name, passkey } });
};

const remove = ({ passkeyId }: Passkey, proof: Proof) =>
  call(removePasskey, { params: { passkeyId }, body: { proof } });

function columnsOf(onOpen: (open: Open) => void): Column<Passkey>[] {
  return [
    { id: 'name', label: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name },
    momentColumn({ id: 'created', label: 'Added', moment: ({ createdAt }) => createdAt }),
    momentColumn({ id: 'used', label: 'Last used', moment: ({ lastUsedAt }) => lastUsedAt }),
    {
      id: 'change',
      label: 'Passkey',
      cell: (passkey) => (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            aria-label={`Rename ${passkey.name}`}
            onClick={() => onOpen({ what: 'rename', passkey })}
          >
            Rename
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Remove ${passkey.name}`}
            onClick={() => onOpen({ what: 'remove', passkey })}
          >
            Remove
          </Button>
        </Group>
      ),
    },
  ];
}

interface RenameDialogProps {
  passkey: Passkey;
  onSent: (reply: { message: string }) => unknown;
  onClose: () => void;
}

function RenameDialog({ passkey: { passkeyId, name }, onSent, onClose }: RenameDialogProps) {
  const form = useForm({
    initial: { name },
    check: (values): Record<string, string> =>
      values.name.trim() === '' ? { name: 'Enter a name.' } : {},
    send: (body) => call(renamePasskey, { params: { passkeyId }, body }),
    onSent,
  });
  return (
    <Dialog title="Rename the passkey" onClose={onClose}>
      <Form form={form} submitLabel="Rename" onCancel={onClose}>
        <TextInput label="Name" required maxLength={100} data-autofocus {...form.field('name')} />
      </Form>
    </Dialog>
  );
}
