import type { ReactNode } from 'react';
import classes from './Facts.module.css';

interface Fact {
  label: string;
  value: ReactNode;
  /** Ids and codes use the monospaced font. */
  isCode?: boolean;
}

/** Labels with values. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, isCode = false }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd data-code={isCode}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
