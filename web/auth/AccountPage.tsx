import { Title, Button, Text } from '@mantine/core';
import { Page } from '../ui/frame/Page.tsx';
import classes from './AccountPage.module.css';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { OwnRequests } from '../privacy/requests/OwnRequests.tsx';
import { EmailSection } from './EmailSection.tsx';
import { SecondStepSection } from './second-step/SecondStepSection.tsx';
import { OwnProviders } from '../sign-on/OwnProviders.tsx';
import { SessionList } from './SessionList.tsx';
import IconDownload from '~icons/download';
import { useMutation, useQuery } from '@tanstack/react-query';
import { listOwnIdentities } from '@vlabs/contract/sign-on/sign-on';
import { getMyData } from '@vlabs/contract/privacy/my-data';
import { messageOf } from '../platform/calls/call.ts';
import { queryOf } from '../platform/calls/query-of.ts';
import { download } from '../platform/files/download.ts';
import { Loaded } from '../ui/states.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toastError } from '../ui/toast.ts';

export function AccountPage() {
  return (
    <Page heading="Password and sessions">
      <div className={classes.parts}>
        <section aria-labelledby="change-password">
          <Title order={2} id="change-password" mb="sm">
            Change password
          </Title>
          <PasswordSection />
        </section>
        <section aria-labelledby="email">
          <Title order={2} id="email" mb="sm">
            Email address
          </Title>
          <EmailSection />
        </section>
        <section aria-labelledby="sign-in-methods">
          <Title order={2} id="sign-in-methods" mb="sm">
            Sign-in methods
          </Title>
          <OwnProviders />
        </section>
        <section aria-labelledby="second-step">
          <Title order={2} id="second-step" mb="sm">
            Passkeys and second step
          </Title>
          <SecondStepSection />
        </section>
        <section aria-labelledby="sessions">
          <Title order={2} id="sessions" mb="sm">
            Your sessions
          </Title>
          <SessionList />
        </section>
        <section aria-labelledby="my-data">
          <Title order={2} id="my-data" mb="sm">
            My data
          </Title>
          <MyDataDownload />
        </section>
        <section aria-labelledby="requests">
          <Title order={2} id="requests" mb="sm">
            Correction and erasure
          </Title>
          <OwnRequests />
        </section>
      </div>
    </Page>
  );
}

/** A person who signs in with a provider has no password to change. */
function PasswordSection() {
  const query = useQuery(queryOf(listOwnIdentities, {}));
  return (
    <Loaded query={query} failure="Your password could not be checked.">
      {({ hasPassword }) =>
        hasPassword ? <ChangePasswordForm /> : <Text>You have no password here.</Text>
      }
    </Loaded>
  );
}

/** Downloads the user's personal data. */
function MyDataDownload() {
  const loading = useMutation({
    mutationFn: () => download(getMyData.path),
    onSuccess: ({ name, contents }) => saveFile(name, contents, contents.type),
    onError: (error) => toastError(`The download failed. ${messageOf(error)}`),
  });
  return (
    <>
      <Text mb="sm" maw="40rem">
        All data about you as one ZIP file: your profile, classes, sessions, programs, runs,
        hand-ins and tests, with the results released to you.
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={loading.isPending}
        onClick={() => loading.mutate()}
      >
        Download my data
      </Button>
    </>
  );
}
