import classes from './SittingView.module.css';

/** Counters of the student's progress, in one line: the height of the screen is for the question. */
export function AttemptCounters({ total, answered }: { total: number; answered: number }) {
  const counters = [
    { label: 'Total Questions', value: total },
    { label: 'Total UnAnswered', value: total - answered },
    { label: 'Total Answered', value: answered },
  ];
  return (
    <dl className={classes.counters}>
      {counters.map(({ label, value }) => (
        <div key={label} className={classes.counter}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
