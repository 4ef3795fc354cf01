import classes from './FigureList.module.css';

export interface Figure {
  label: string;
  value: string;
  /** How it was calculated. */
  method: string;
}

export function FigureList({ figures }: { figures: Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, method }) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={classes.method}>{method}</dd>
        </div>
      ))}
    </dl>
  );
}
