import { Title } from '@mantine/core';
import { IconCalendarDue } from '@tabler/icons-react';
import { useSession } from '../platform/session.ts';
import { Facts } from '../ui/Facts.tsx';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';
import classes from './StudentDashboardPage.module.css';

export function StudentDashboardPage() {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Page heading="Dashboard">
      <div className={classes.columns}>
        <Empty icon={IconCalendarDue} title="Nothing is due">
          Assignments that are due, running tests and your results will be shown here.
        </Empty>
        <section aria-labelledby="about-you">
          <Title order={2} id="about-you" mb="sm">
            About you
          </Title>
          <Facts
            facts={[
              { label: 'Name', value: user.name },
              { label: 'Roll number', value: user.id, isCode: true },
              { label: 'Email', value: user.email },
            ]}
          />
        </section>
      </div>
    </Page>
  );
}
