import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './layout/Pane.module.css';

/** One quiet line that says how to open a problem. */
export function NoProblem({ children }: { children: ReactNode }) {
  return (
    <p className={classes.quiet}>
      {children} One appears here, beside your program, when you come from one of your{' '}
      <Anchor component={Link} to="/assignments" inherit underline="always">
        assignments
      </Anchor>
      . Without one, write whatever you like.
    </p>
  );
}
