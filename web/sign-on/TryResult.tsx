import { Anchor, Code, Stack, Text, Title } from '@mantine/core';
import type { finishTry } from '@vlabs/contract/sign-on/providers';
import { Link } from 'react-router';
import type { z } from 'zod';
import { Facts } from '../ui/Facts.tsx';
import { Page } from '../ui/frame/Page.tsx';

interface TryResultProps {
  /** Of the provider. */
  name: string;
  result: z.output<typeof finishTry.reply>['data'];
  backTo: string;
}

/** What a provider tells about the admin who tries it. */
export function TryResult({ name, result, backTo }: TryResultProps) {
  const { provided, claims, outcome } = result;
  const { subject, rollNumber, email, isEmailVerified } = provided;
  return (
    <Page
      heading={`What ${name} says about you`}
      introduction="Nothing was changed, and nobody was signed in."
    >
      <Stack gap="lg">
        <Text>
          <strong>A sign-on with this would do the following.</strong> {outcome}
        </Text>
        <Facts
          facts={[
            {
              label: 'Roll number',
              value: rollNumber ?? 'None arrived',
              isCode: rollNumber !== null,
            },
            { label: 'Name', value: provided.name ?? 'None arrived' },
            {
              label: 'Email',
              value:
                email === null
                  ? 'None arrived'
                  : `${email} (${isEmailVerified ? 'verified' : 'not verified'})`,
            },
            { label: 'Subject', value: subject, isCode: true },
          ]}
        />
        <section aria-labelledby="claims">
          <Title order={2} id="claims" mb="sm">
            Everything that arrived
          </Title>
          <Code block tabIndex={0} aria-label="Claims">
            {claims}
          </Code>
        </section>
        <Anchor component={Link} to={backTo} underline="always">
          Back to the provider
        </Anchor>
      </Stack>
    </Page>
  );
}
