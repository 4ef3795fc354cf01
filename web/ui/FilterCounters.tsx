import classes from './Counters.module.css';

interface FilterCounter<Value> {
  label: string;
  count: number;
  /** What a press chooses. */
  value: Value;
}

interface FilterCountersProps<Value> {
  /** Accessible name, such as "Filter by state". */
  label: string;
  counters: FilterCounter<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** Numbers side by side that filter a list. Include one that shows everything. */
export function FilterCounters<Value extends string>({
  label,
  counters,
  chosen,
  onChoose,
}: FilterCountersProps<Value>) {
  return (
    <fieldset aria-label={label} className={classes.counters}>
      {counters.map(({ label: name, count, value }) => (
        <button
          key={value}
          type="button"
          className={classes.counter}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          <span className={classes.name}>{name}</span>{' '}
          <span className={classes.count}>{count}</span>
        </button>
      ))}
    </fieldset>
  );
}
