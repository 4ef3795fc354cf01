import { NativeSelect, TextInput } from '@mantine/core';
import { Comparison, ToleranceIs, toleranceNames } from '@vlabs/contract/runs/test-case';
import type { CaseLimits } from '@vlabs/contract/kinds/scoring/case-limits';
import classes from './cases.module.css';

const comparisons: Record<Comparison, string> = {
  exact: 'Exactly the same',
  'ignoring-space': 'Ignore white space',
  numbers: 'Numbers with a tolerance',
  rows: 'Rows of tables, in any order',
  'rows-in-order': 'Rows of tables, in this order',
};

interface LimitFieldsProps {
  limits: CaseLimits;
  /** Of the fields, such as `Body`. */
  path: string;
  mistakes: Readonly<Record<string, string>>;
  onChange: (changes: Partial<CaseLimits>) => void;
}

/** How outputs are compared, and the limits of each test case. */
export function LimitFields({ limits, path, mistakes, onChange }: LimitFieldsProps) {
  const field = (name: 'tolerance' | 'seconds' | 'megabytes', label: string) => (
    <TextInput
      label={label}
      name={`${path}.${name}`}
      inputMode="decimal"
      value={limits[name]}
      error={mistakes[`${path}.${name}`]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  return (
    <div className={classes.limits}>
      <NativeSelect
        label="Output comparison"
        value={limits.comparison}
        data={Comparison.options.map((value) => ({ value, label: comparisons[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ comparison: Comparison.parse(value) })
        }
      />
      {limits.comparison === 'numbers' && (
        <>
          {field('tolerance', 'Tolerance')}
          <NativeSelect
            label="The tolerance is"
            value={limits.toleranceIs ?? 'either'}
            data={Object.entries(toleranceNames).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({ toleranceIs: ToleranceIs.parse(value) })
            }
          />
        </>
      )}
      {field('seconds', 'Time limit in seconds')}
      {field('megabytes', 'Memory limit in MB')}
    </div>
  );
}
