import { Fieldset, Stack, TextInput, Textarea } from '@mantine/core';
import { Choice, SecretInput, type SettingFieldsProps } from './setting-fields.tsx';

export function LdapFields({ form, hasSecret }: SettingFieldsProps) {
  return (
    <>
      <TextInput
        label="Address"
        description="ldaps://directory.example.edu. With ldap:// the connection is encrypted (StartTLS) before anything is sent."
        required
        inputMode="url"
        {...form.field('address')}
      />
      <Textarea
        label="Certificates of the authority"
        description="In PEM, if the directory’s certificate is from the university’s own authority. Empty: from a public one."
        autosize
        minRows={2}
        maxRows={8}
        {...form.field('authorities')}
      />
      <TextInput
        label="Name of the reader"
        description="The account that may search, like cn=reader,dc=example,dc=edu. Empty: everybody may search."
        autoComplete="off"
        {...form.field('readerName')}
      />
      <SecretInput form={form} hasSecret={hasSecret} label="Password of the reader" />
      <TextInput
        label="Base"
        description="The part of the directory that has the people, like ou=people,dc=example,dc=edu"
        required
        {...form.field('base')}
      />
      <TextInput
        label="Filter"
        description="Which entries count, like (objectClass=person). Empty: all."
        {...form.field('filter')}
      />
      <Fieldset legend="Attributes">
        <Stack gap="md">
          <TextInput
            label="User name"
            description="uid, or sAMAccountName in Active Directory"
            required
            {...form.field('userAttribute')}
          />
          <TextInput
            label="Identifier"
            description="Never changes and is never given to somebody else: entryUUID, or objectGUID in Active Directory"
            required
            {...form.field('subjectAttribute')}
          />
          <TextInput label="Full name" required {...form.field('nameAttribute')} />
          <TextInput label="Email address" required {...form.field('emailAttribute')} />
          <Choice
            form={form}
            name="verifiesEmail"
            label="The email addresses are verified"
            description="The university gave them out or checked them. People can’t change them in the directory."
          />
        </Stack>
      </Fieldset>
    </>
  );
}
