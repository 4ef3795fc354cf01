import { Checkbox, PasswordInput } from '@mantine/core';
import type { useForm } from '../../ui/Form.tsx';
import { type ProviderValues, YES } from './provider-form.ts';

/** Of the fields of one kind of provider. */
export interface SettingFieldsProps {
  form: ReturnType<typeof useForm<ProviderValues, string>>;
  hasSecret: boolean;
}

interface ChoiceProps extends Pick<SettingFieldsProps, 'form'> {
  name: 'isAuthoritative' | 'createsAccounts' | 'verifiesEmail';
  label: string;
  description: string;
}

export function Choice({ form, name, ...texts }: ChoiceProps) {
  return (
    <Checkbox
      {...texts}
      checked={form.values[name] === YES}
      onChange={({ currentTarget: { checked } }) =>
        form.setValues((all) => ({ ...all, [name]: checked ? YES : '' }))
      }
    />
  );
}

/** A stored secret is never shown. */
export function SecretInput({ form, hasSecret, label }: SettingFieldsProps & { label: string }) {
  return (
    <PasswordInput
      label={label}
      description={hasSecret ? 'One is stored. Leave this empty to keep it.' : undefined}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
      {...form.field('secret')}
    />
  );
}
