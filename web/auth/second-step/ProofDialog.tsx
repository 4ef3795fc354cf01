import { Anchor, PasswordInput, Text, TextInput } from '@mantine/core';
import { type Proof, beginProof, type getSecondStep } from '@vlabs/contract/auth/second-step';
import type { z } from 'zod';
import { call } from '../../platform/calls/call.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form, useForm } from '../../ui/Form.tsx';
import { askForPasskey } from './ask-authenticator.ts';
import { knowsPasskeys } from './knows-passkeys.ts';

export type SecondStep = z.infer<typeof getSecondStep.reply>['data'];

interface ProofDialogProps<Reply> {
  title: string;
  /** What happens, and whether it can be undone. */
  consequence: string;
  submitLabel: string;
  state: SecondStep;
  /** The name of a new passkey; without it, none is asked for. */
  suggestedName?: string;
  send: (asked: { proof: Proof; name: string }) => Promise<Reply>;
  onSent: (reply: Reply) => unknown;
  onClose: () => void;
}

/** Asks again who the person is before a sign-in method changes. */
export function ProofDialog<Reply>(props: ProofDialogProps<Reply>) {
  const { title, consequence, submitLabel, state, suggestedName, send, onSent, onClose } = props;
  const hasPasskey = state.offersPasskeys && state.passkeys.length > 0 && knowsPasskeys();
  const form = useForm({
    initial: { name: suggestedName ?? '', currentPassword: '', by: firstWay(state, hasPasskey) },
    check: ({ name, currentPassword, by }) => ({
      ...(suggestedName !== undefined && name.trim() === '' ? { name: 'Enter a name.' } : {}),
      ...(by === 'password' && currentPassword === ''
        ? { currentPassword: 'Enter your password.' }
        : {}),
    }),
    send: async ({ name, currentPassword, by }) =>
      send({ name, proof: await proveBy(by, currentPassword) }),
    onSent,
  });
  const choose = (by: string) => form.setValues((before) => ({ ...before, by }));
  const { by } = form.values;
  const other = by === 'password' ? 'passkey' : 'password';
  return (
    <Dialog title={title} onClose={onClose}>
      <Text mb="md">{consequence}</Text>
      <Form form={form} submitLabel={submitLabel} onCancel={onClose}>
        {suggestedName !== undefined && (
          <TextInput
            label="Name"
            description="So that you know it again, like the name of your phone."
            required
            maxLength={100}
            data-autofocus
            {...form.field('name')}
          />
        )}
        {by === 'password' && (
          <PasswordInput
            label="Your password"
            required
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show characters (password)' }}
            {...form.field('currentPassword')}
          />
        )}
        {hasPasskey && state.hasPassword && (
          <Anchor component="button" type="button" ta="start" onClick={() => choose(other)}>
            Use {other === 'passkey' ? 'a passkey' : 'your password'} instead
          </Anchor>
        )}
      </Form>
    </Dialog>
  );
}

function firstWay({ hasPassword }: SecondStep, hasPasskey: boolean): string {
  if (hasPassword) return 'password';
  return hasPasskey ? 'passkey' : 'session';
}

async function proveBy(by: string, currentPassword: string): Promise<Proof> {
  if (by === 'password') return { currentPassword };
  if (by !== 'passkey') return {};
  const { data } = await call(beginProof, {});
  return { passkey: await askForPasskey(data) };
}
