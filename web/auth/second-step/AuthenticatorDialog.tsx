import { Code, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { confirmAuthenticator } from '@vlabs/contract/auth/second-step';
import { call } from '../../platform/calls/call.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form, useForm } from '../../ui/Form.tsx';

export interface NewAuthenticator {
  key: string;
  address: string;
}

interface AuthenticatorDialogProps {
  made: NewAuthenticator;
  onConfirmed: (recoveryCodes: readonly string[]) => unknown;
  onClose: () => void;
}

/** Shows the key for an app, and asks for its first code. */
export function AuthenticatorDialog({ made, onConfirmed, onClose }: AuthenticatorDialogProps) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }): Record<string, string> =>
      code.trim() === '' ? { code: 'Enter the code.' } : {},
    send: (body) => call(confirmAuthenticator, { body }),
    onSent: ({ data }) => onConfirmed(data.recoveryCodes),
  });
  return (
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      <Form form={form} submitLabel="Confirm" onCancel={onClose}>
        <Text>Scan this with the app, or type the key into it.</Text>
        <QrCode text={made.address} />
        <Code p="xs" style={{ overflowWrap: 'anywhere' }}>
          {inGroups(made.key)}
        </Code>
        <TextInput
          label="Code"
          description="The six digits that the app shows now."
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...form.field('code')}
        />
      </Form>
    </Dialog>
  );
}

/** Always dark on white, because cameras read nothing else well. */
function QrCode({ text }: { text: string }) {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => (await import('uqr')).encode(text, { border: 2 }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data === undefined) return null;
  const squares = data.data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      viewBox={`0 0 ${data.size} ${data.size}`}
      width="200"
      height="200"
      role="img"
      aria-label="QR code with the key"
      style={{ background: 'white', alignSelf: 'center' }}
    >
      <path d={squares.join('')} fill="black" />
    </svg>
  );
}

const inGroups = (key: string) => key.replace(/(.{4})(?=.)/g, '$1 ');
