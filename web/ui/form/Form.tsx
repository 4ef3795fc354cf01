import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormMessage } from '../FormMessage.tsx';
import type { useForm } from './use-form.ts';

interface FormProps {
  form: Pick<ReturnType<typeof useForm>, 'submit' | 'isPending' | 'refusal'>;
  submitLabel: string;
  /** Of a form that one can leave without sending it. */
  onCancel?: () => void;
  /** The fields. */
  children: ReactNode;
}

/** Fields, why they were refused, and the button that sends them. */
export function Form({ form, submitLabel, onCancel, children }: FormProps) {
  const submit = (
    <Button type="submit" loading={form.isPending}>
      {submitLabel}
    </Button>
  );
  return (
    <form noValidate onSubmit={form.submit}>
      <Stack gap="md">
        {children}
        <FormMessage message={form.refusal} />
        {onCancel ? (
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            {submit}
          </Group>
        ) : (
          submit
        )}
      </Stack>
    </form>
  );
}
