import classes from './Facts.module.css';

interface Fact {
  label: string;
  value: string;
  /** Ids and codes stand in the type of code. */
  isCode?: boolean;
}

/** Labels with their values. */
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
