import classes from './Counters.module.css';

interface Counter {
  label: string;
  value: string | number;
  /** One quiet line below. */
  caption?: string;
}

/** A few numbers side by side, each with its label. */
export function Counters({ counters }: { counters: Counter[] }) {
  return (
    <dl className={classes.counters}>
      {counters.map(({ label, value, caption }) => (
        <div key={label} className={classes.counter}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {caption !== undefined && <dd className={classes.caption}>{caption}</dd>}
        </div>
      ))}
    </dl>
  );
}
