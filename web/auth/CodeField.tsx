import { TextInput } from '@mantine/core';
import { useEffect } from 'react';
import type { useSignIn } from './use-sign-in.ts';

/** Of the authenticator app, asked for after the password. */
export function CodeField(field: ReturnType<ReturnType<typeof useSignIn>['field']>) {
  const { id } = field;
  useEffect(() => {
    document.getElementById(id)?.focus();
  }, [id]);
  return (
    <TextInput
      label="Code"
      description="The six digits that your authenticator app shows, or a recovery code."
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}
