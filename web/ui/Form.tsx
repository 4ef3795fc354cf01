import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { messageOf, refusedFields, shortMessageOf } from '../platform/calls/call.ts';
import { FormMessage } from './FormMessage.tsx';
import { toastError } from './toast.ts';

type Errors = Record<string, string>;

interface FormSettings<Values, Reply> {
  /** Initial values of the fields. */
  initial: Values;
  /** Validates the values; errors in the order of the fields. */
  check: (values: Values) => Errors;
  send: (values: Values) => Promise<Reply>;
  onSent: (reply: Reply, values: Values) => unknown;
  onRefused?: (refusal: Error) => void;
}

/** State of a text form that is validated here, sent, and possibly refused. */
export function useForm<Values extends Record<string, string>, Reply>(
  settings: FormSettings<Values, Reply>,
) {
  const formId = useId();
  const [values, setValues] = useState(settings.initial);
  const [errors, setErrors] = useState<Errors>({});
  const { mutate, isPending, error } = useMutation({
    mutationFn: settings.send,
    onSuccess: settings.onSent,
    onError: (refusal) => {
      setErrors(refusedFields(refusal));
      toastError(shortMessageOf(refusal));
      settings.onRefused?.(refusal);
    },
  });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const mistakes = settings.check(values);
    setErrors(mistakes);
    const [first] = Object.keys(mistakes);
    if (first === undefined) mutate(values);
    else document.getElementById(formId + first)?.focus();
  }

  return {
    values,
    setValues,
    field: (name: keyof Values & string) => ({
      id: formId + name,
      value: values[name],
      error: errors[name],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        const { value } = currentTarget;
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: '' }));
      },
    }),
    submit,
    isPending,
    refusal: error && messageOf(error),
  };
}

interface FormProps {
  form: Pick<ReturnType<typeof useForm>, 'submit' | 'isPending' | 'refusal'>;
  submitLabel: string;
  /** For a form that can be left without sending. */
  onCancel?: () => void;
  /** The fields. */
  children: ReactNode;
}

const atTheEnd = { display: 'flex', justifyContent: 'flex-end', gap: 'var(--mantine-spacing-md)' };

/** Fields, the reasons for a refusal, and the submit button. */
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
          <div style={atTheEnd}>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            {submit}
          </div>
        ) : (
          submit
        )}
      </Stack>
    </form>
  );
}
