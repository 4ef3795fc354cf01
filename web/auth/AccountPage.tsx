import { Title } from '@mantine/core';
import { Page } from '../ui/frame/Page.tsx';
import classes from './AccountPage.module.css';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { OwnRequests } from '../privacy/requests/OwnRequests.tsx';
import { MyDataDownload } from './MyDataDownload.tsx';
import { SessionList } from './SessionList.tsx';

export function AccountPage() {
  return (
    <Page heading="Password and sessions">
      <div className={classes.parts}>
        <section aria-labelledby="change-password">
          <Title order={2} id="change-password" mb="sm">
            Change password
          </Title>
          <ChangePasswordForm />
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
