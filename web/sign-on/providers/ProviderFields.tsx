import { Fieldset, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { Form } from '../../ui/Form.tsx';
import { LdapFields } from './LdapFields.tsx';
import { OidcFields } from './OidcFields.tsx';
import { SamlFields } from './SamlFields.tsx';
import { Choice, type SettingFieldsProps } from './setting-fields.tsx';
import { type ProviderKind, YES, ofKind } from './provider-form.ts';

interface ProviderFieldsProps extends SettingFieldsProps {
  /** The kind of a provider stays as it is. */
  isNew: boolean;
  submitLabel: string;
}

const kinds: Record<ProviderKind, string> = {
  oidc: 'OpenID Connect: Google Workspace, Entra, Keycloak',
  saml: 'SAML: Shibboleth, SimpleSAMLphp, AD FS',
  ldap: 'Directory: Active Directory, OpenLDAP',
};

const claimTexts = {
  label: 'Claim',
  description: 'Its name, like employee_id. Names within others have dots between.',
};
const attributeTexts = { label: 'Attribute', description: 'Its name, like employeeNumber.' };

const kindChoices = Object.entries(kinds).map(([value, label]) => ({ value, label }));

export function ProviderFields({ form, hasSecret, isNew, submitLabel }: ProviderFieldsProps) {
  const { rollFrom, kind } = form.values;
  return (
    <Form form={form} submitLabel={submitLabel}>
      <TextInput
        label="Name"
        description="On the button: “Sign in with …”"
        required
        {...form.field('name')}
      />
      {isNew && (
        <NativeSelect
          label="Kind"
          data={kindChoices}
          {...form.field('kind')}
          onChange={({ currentTarget: { value } }) => form.setValues((all) => ofKind(all, value))}
        />
      )}
      {kind === 'oidc' && <OidcFields form={form} hasSecret={hasSecret} />}
      {kind === 'saml' && <SamlFields form={form} />}
      {kind === 'ldap' && <LdapFields form={form} hasSecret={hasSecret} />}
      <Fieldset legend="Whose account it is">
        <Stack gap="md">
          <TextInput
            label="Email domains"
            description="Domains whose addresses belong to this provider, with commas between."
            placeholder="example.edu, students.example.edu"
            {...form.field('emailDomains')}
          />
          <NativeSelect
            label="Roll number"
            data={[
              { value: 'email', label: 'The part of the verified address before the @' },
              { value: 'claim', label: kind === 'oidc' ? 'A claim' : 'An attribute' },
              { value: 'nothing', label: 'None arrives' },
            ]}
            {...form.field('rollFrom')}
          />
          {rollFrom === 'claim' && (
            <TextInput
              {...(kind === 'oidc' ? claimTexts : attributeTexts)}
              required
              {...form.field('rollClaim')}
            />
          )}
          <Choice
            form={form}
            name="isAuthoritative"
            label="The roll number decides alone"
            description="A person who arrives with a roll number gets its account. A password that was set with it before is removed."
          />
          <Choice
            form={form}
            name="createsAccounts"
            label="Create student accounts"
            description="For people with a roll number who have none. The domain must be one of those above, if there are any."
          />
          {form.values.createsAccounts === YES && (
            <TextInput
              label="Roll numbers of new accounts"
              description="Patterns with commas between: # is a digit and @ a letter, as in 21#####. Empty allows all."
              {...form.field('rollPatterns')}
            />
          )}
        </Stack>
      </Fieldset>
      <NumberInput
        label="Longest session, in hours"
        description="Empty: as long as other sessions."
        allowDecimal={false}
        min={1}
        max={8760}
        id={form.field('sessionHours').id}
        error={form.field('sessionHours').error}
        value={form.values.sessionHours}
        onChange={(hours) => form.setValues((all) => ({ ...all, sessionHours: String(hours) }))}
      />
    </Form>
  );
}
