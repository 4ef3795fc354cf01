import {
  Checkbox,
  Fieldset,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { Form, type useForm } from '../../ui/Form.tsx';
import { type ProviderValues, YES } from './provider-form.ts';

interface ProviderFieldsProps {
  form: ReturnType<typeof useForm<ProviderValues, string>>;
  hasSecret: boolean;
  submitLabel: string;
}

export function ProviderFields({ form, hasSecret, submitLabel }: ProviderFieldsProps) {
  const { rollFrom } = form.values;
  return (
    <Form form={form} submitLabel={submitLabel}>
      <TextInput
        label="Name"
        description="On the button: “Sign in with …”"
        required
        {...form.field('name')}
      />
      <TextInput
        label="Issuer"
        description="https://accounts.google.com, https://login.microsoftonline.com/TENANT/v2.0 or https://HOST/realms/REALM"
        required
        inputMode="url"
        {...form.field('issuer')}
      />
      <TextInput label="Client id" required autoComplete="off" {...form.field('clientId')} />
      <PasswordInput
        label="Client secret"
        description={hasSecret ? 'A secret is stored. Leave this empty to keep it.' : undefined}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
        {...form.field('secret')}
      />
      <TextInput label="Scopes" required {...form.field('scopes')} />
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
              { value: 'claim', label: 'A claim' },
              { value: 'nothing', label: 'None arrives' },
            ]}
            {...form.field('rollFrom')}
          />
          {rollFrom === 'claim' && (
            <TextInput
              label="Claim"
              description="Its name, like employee_id. Names within others have dots between."
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

interface ChoiceProps extends Pick<ProviderFieldsProps, 'form'> {
  name: 'isAuthoritative' | 'createsAccounts';
  label: string;
  description: string;
}

function Choice({ form, name, ...texts }: ChoiceProps) {
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
