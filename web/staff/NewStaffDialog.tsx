import { TextInput } from '@mantine/core';
import { createStaff, listStaff } from '@vlabs/contract/auth/staff';
import { useState } from 'react';
import { call } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, useForm } from '../ui/Form.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

/** Creates an account and shows its first password once. */
export function NewStaffDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh(listStaff);
  const [made, setMade] = useState<{ name: string; password: string } | null>(null);
  const form = useForm({
    initial: { id: '', name: '', email: '' },
    check: (values) => fieldErrors(createStaff.body, values),
    send: (body) => call(createStaff, { body }),
    onSent: ({ data }, { name }) => {
      setMade({ name, password: data.password });
      return refresh();
    },
  });
  if (made) return <PasswordDialog {...made} onClose={onClose} />;
  return (
    <Dialog title="Add staff" onClose={onClose}>
      <Form form={form} submitLabel="Add staff" onCancel={onClose}>
        <TextInput label="Id" data-autofocus {...form.field('id')} />
        <TextInput label="Name" {...form.field('name')} />
        <TextInput label="Email" type="email" {...form.field('email')} />
      </Form>
    </Dialog>
  );
}
