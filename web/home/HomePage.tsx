import { useInstallation } from '../platform/use-installation.ts';
import { Page } from '../ui/Page.tsx';
import classes from './HomePage.module.css';
import { NewsList } from './NewsList.tsx';
import { NextSteps } from './NextSteps.tsx';

export function HomePage() {
  const { data: installation } = useInstallation();
  return (
    <Page heading={`News about ${installation?.institution ?? 'KIIT'} :`} title="">
      <div className={classes.columns}>
        <NewsList />
        <NextSteps />
      </div>
    </Page>
  );
}
