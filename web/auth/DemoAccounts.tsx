import { Button, Paper, Text, Title } from '@mantine/core';
import type { Installation } from '../platform/calls/installation.ts';
import { isAdmin } from '../platform/calls/session.ts';
import { useInstallation } from '../platform/calls/use-installation.ts';
import { LinesSkeleton } from '../ui/states.tsx';
import classes from './DemoAccounts.module.css';

type Account = Installation['demoAccounts'][number];

/** The demo accounts with buttons that fill in the form. Nothing if there are none. */
export function DemoAccounts({ onChoose }: { onChoose: (account: Account) => void }) {
  const { data, isPending } = useInstallation();
  if (!isPending && (data === undefined || data.demoAccounts.length === 0)) return null;
  return (
    <Paper withBorder component="section" className={classes.panel} aria-labelledby="demo-accounts">
      <Title order={2} id="demo-accounts" className={classes.heading ?? ''}>
        Demo accounts
      </Title>
      {isPending ? (
        <div className={classes.waiting}>
          <LinesSkeleton lines={4} />
        </div>
      ) : (
        data?.demoAccounts.map((account) => (
          <DemoRow key={account.id} account={account} onChoose={onChoose} />
        ))
      )}
    </Paper>
  );
}

function DemoRow({
  account,
  onChoose,
}: {
  account: Account;
  onChoose: (account: Account) => void;
}) {
  const role = isAdmin(account) ? 'Admin' : 'Student';
  return (
    <div className={classes.row}>
      <div>
        <Text fw={550} size="sm">
          {role}
        </Text>
        <Text size="sm" ff="monospace" c="dimmed">
          {account.id} / {account.password}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={`Fill in the ${role.toLowerCase()} account`}
        onClick={() => onChoose(account)}
      >
        Fill in
      </Button>
    </div>
  );
}
