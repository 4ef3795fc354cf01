import { Button } from '@mantine/core';
import IconPencil from '~icons/pencil';
import { Link } from 'react-router';
import { NewsList } from '../news/NewsList.tsx';
import { isAdmin, useSession } from '../platform/calls/session.ts';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { Page } from '../ui/frame/Page.tsx';
import classes from './HomePage.module.css';
import { NextSteps } from './NextSteps.tsx';

export function HomePage() {
  const { data: installation } = useInstallation();
  const { user } = useSession();
  return (
    <Page
      heading={installation ? `News about ${installation.institution} :` : 'News'}
      title=""
      action={isAdmin(user) && <EditNews />}
    >
      <div className={classes.columns}>
        <NewsList />
        <NextSteps />
      </div>
    </Page>
  );
}

const EditNews = () => (
  <Button
    variant="default"
    component={Link}
    to="/admin/dashboard/news"
    leftSection={<IconPencil size={16} aria-hidden />}
  >
    Edit news
  </Button>
);
