import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import IconCode from '~icons/code';
import IconRefresh from '~icons/refresh';
import { useQuery } from '@tanstack/react-query';
import { type User, getAccount } from '@vlabs/contract/auth/auth';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { currentSession, markGuest } from '../platform/storage/stored-session.ts';
import { Page } from '../ui/frame/Page.tsx';

const ASK_AGAIN_MS = 20_000;

/** Tells guests why the page is closed and what to do. It opens once they are confirmed. */
export function GuestPage({ user }: { user: User }) {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['account', user.id],
    queryFn: ({ signal }) => askAccount(signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ASK_AGAIN_MS,
  });
  useEffect(() => {
    if (data?.isGuest === false) markGuest(data.token, false);
  }, [data]);

  return (
    <Page
      heading="You have a guest account"
      width="reading"
      introduction="Your roll number is not on a student list yet. Until it is, you can use only the Workspace."
    >
      <Stack gap="lg" align="flex-start">
        <div>
          <Title order={2} mb="xs">
            What to do
          </Title>
          <Text>
            Ask your teacher to confirm the roll number <Code>{user.id}</Code>, or to upload a
            student list with it and your email address <Code>{user.email}</Code>. This page then
            opens by itself.
          </Text>
        </div>
        <Group gap="sm">
          <Button component={Link} to="/Workspace" leftSection={<IconCode size={16} aria-hidden />}>
            Open the Workspace
          </Button>
          <Button
            variant="default"
            loading={isFetching}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void refetch()}
          >
            Check again
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}

async function askAccount(signal: AbortSignal) {
  const { token } = currentSession();
  const { isGuest } = (await call(getAccount, {}, { signal })).data;
  return { token, isGuest };
}
