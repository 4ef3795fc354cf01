import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Pane.module.css';

interface PaneProps {
  heading: string;
  /** A short note next to the heading. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A pane of the Workspace: a sticky heading and a body that fills the rest. */
export function Pane({ heading, note, actions, children }: PaneProps) {
  return (
    <div className={classes.pane}>
      <div className={classes.head}>
        <Title order={2} className={classes.heading}>
          {heading}
        </Title>
        {note !== undefined && <span className={classes.note}>{note}</span>}
        <div className={classes.actions}>{actions}</div>
      </div>
      {children}
    </div>
  );
}
