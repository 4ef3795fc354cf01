import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Pane } from './Pane.tsx';
import classes from './Pane.module.css';

export function ProblemPane() {
  return (
    <Pane heading="Problem Statement">
      <p className={classes.quiet}>
        No problem is open. One appears here, beside your program, when you come from one of your{' '}
        <Anchor component={Link} to="/assignments" inherit underline="always">
          assignments
        </Anchor>
        . Without one, write whatever you like.
      </p>
    </Pane>
  );
}
