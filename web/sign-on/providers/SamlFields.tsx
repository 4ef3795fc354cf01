import { Fieldset, Stack, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { readSamlMetadata } from './saml-metadata.ts';
import { Choice, type SettingFieldsProps } from './setting-fields.tsx';

export function SamlFields({ form }: Pick<SettingFieldsProps, 'form'>) {
  return (
    <>
      <MetadataInput form={form} />
      <TextInput
        label="Entity id"
        description="The provider’s own name, like https://login.example.edu/idp"
        required
        autoComplete="off"
        {...form.field('entityId')}
      />
      <TextInput
        label="Sign-on address"
        description="Of its single sign-on service with the binding HTTP-Redirect"
        required
        inputMode="url"
        {...form.field('signOnAddress')}
      />
      <Textarea
        label="Certificates"
        description="That the provider signs with, with an empty line between. Add a new one before it is used."
        required
        autosize
        minRows={2}
        maxRows={8}
        {...form.field('certificates')}
      />
      <Fieldset legend="Attributes">
        <Stack gap="md">
          <TextInput
            label="Identifier"
            description="Never changes and is never given to somebody else. Empty: the NameID is it."
            {...form.field('subjectAttribute')}
          />
          <TextInput
            label="Full name"
            description="displayName, urn:oid:2.16.840.1.113730.3.1.241, or as the provider calls it. Empty: none."
            {...form.field('nameAttribute')}
          />
          <TextInput
            label="Email address"
            description="mail, urn:oid:0.9.2342.19200300.100.1.3, or as the provider calls it. Empty: none."
            {...form.field('emailAttribute')}
          />
          <Choice
            form={form}
            name="verifiesEmail"
            label="The email addresses are verified"
            description="The university gave them out or checked them. People can’t change them at the provider."
          />
        </Stack>
      </Fieldset>
    </>
  );
}

/** Fills the fields. It is not sent itself. */
function MetadataInput({ form }: Pick<SettingFieldsProps, 'form'>) {
  const [xml, setXml] = useState('');
  const isUnusable = xml.trim() !== '' && readSamlMetadata(xml) === null;
  return (
    <Textarea
      label="Metadata of the provider"
      description="Paste the XML that the IT department sends. It fills the next three fields."
      autosize
      minRows={2}
      maxRows={6}
      value={xml}
      error={isUnusable && 'These are not the metadata of one SAML provider.'}
      onChange={({ currentTarget: { value } }) => {
        setXml(value);
        const read = readSamlMetadata(value);
        if (read) form.setValues((all) => ({ ...all, ...read }));
      }}
    />
  );
}
