import { TextInput } from '@mantine/core';
import { SecretInput, type SettingFieldsProps } from './setting-fields.tsx';

export function OidcFields({ form, hasSecret }: SettingFieldsProps) {
  return (
    <>
      <TextInput
        label="Issuer"
        description="https://accounts.google.com, https://login.microsoftonline.com/TENANT/v2.0 or https://HOST/realms/REALM"
        required
        inputMode="url"
        {...form.field('issuer')}
      />
      <TextInput label="Client id" required autoComplete="off" {...form.field('clientId')} />
      <SecretInput form={form} hasSecret={hasSecret} label="Client secret" />
      <TextInput label="Scopes" required {...form.field('scopes')} />
    </>
  );
}
