import classes from './Counters.module.css';

interface Counter {
  label: string;
  value: string | number;
  /** Scores stand in the type of code. */
  isCode?: boolean;
  /** One quiet line below. */
  caption?: string;
}

/** A few numbers side by side, each with its label. */
export function Counters({ counters }: { counters: Counter[] }) {
  return (
    <dl className={classes.counters}>
      {counters.map(({ label, value, caption, isCode = false }) => (
        <div key={label} className={classes.counter}>
          <dt>{label}</dt>
          <dd data-code={isCode}>{value}</dd>
          {caption !== undefined && <dd className={classes.caption}>{caption}</dd>}
        </div>
      ))}
    </dl>
  );
}
