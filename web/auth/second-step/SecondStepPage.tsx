import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getAccount } from '@vlabs/contract/auth/auth';
import { getSecondStep } from '@vlabs/contract/auth/second-step';
import { useNavigate } from 'react-router';
import { queryOf, useRefresh } from '../../platform/calls/query-of.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { SecondStepSection } from './SecondStepSection.tsx';

/** Where campus admins set up the second step that they need. It stays open until they go on, to keep recovery codes. */
export function SecondStepPage() {
  const { data: state } = useQuery(queryOf(getSecondStep, {}));
  const isSetUp =
    state !== undefined && (state.passkeys.length > 0 || state.authenticator !== null);
  const refresh = useRefresh(getAccount);
  const navigate = useNavigate();
  async function goOn(): Promise<void> {
    await refresh();
    await navigate('/', { replace: true });
  }
  return (
    <Page
      heading="Set up a second step"
      width="reading"
      introduction="A password can be stolen, so it is not enough for a campus admin. Set up one of these two. It takes a minute, and then everything opens."
    >
      <Stack gap="lg">
        <SecondStepSection />
        {isSetUp && (
          <div>
            <Text mb="sm">You are done. Next time, sign in with it.</Text>
            <Button onClick={() => void goOn()}>Continue</Button>
          </div>
        )}
      </Stack>
    </Page>
  );
}
