import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from '../runs/layout/Pane.module.css';

export function NoProblem({ children }: { children: ReactNode }) {
  return (
    <p className={classes.quiet}>
      {children} To see a problem here, open one of your{' '}
      <Anchor component={Link} to="/assignments" inherit underline="always">
        assignments
      </Anchor>
      .
    </p>
  );
}
