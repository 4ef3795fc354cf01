import { Code } from '@mantine/core';
import { useInstallation } from '../platform/calls/use-installation.ts';
import classes from './DemoNotice.module.css';

/** Warns admins that the installation is a demo and tells how to close it. Nothing otherwise. */
export function DemoNotice() {
  const { data } = useInstallation();
  if (data === undefined || data.demoAccounts.length === 0) return null;
  return (
    <aside className={classes.notice} aria-label="Demo">
      This installation is a demo: anyone who can reach it can sign in as admin. To close the demo,
      create an admin on the server with <Code>npm run admin -- create</Code>.
    </aside>
  );
}
