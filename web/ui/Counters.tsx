import classes from './Counters.module.css';

interface Counter {
  label: string;
  value: string | number;
  /** Scores use the monospaced font. */
  isCode?: boolean;
  /** One line below the number. */
  caption?: string;
}

/** Numbers side by side, each with its label. */
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
