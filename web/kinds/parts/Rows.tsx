import { ActionIcon, Button, Text } from '@mantine/core';
import IconPlus from '~icons/plus';
import IconTrash from '~icons/trash';
import type { ReactNode } from 'react';
import classes from './editors.module.css';

interface RowsProps<Row> {
  legend: string;
  /** The name of a row, as in `Remove answer 2`. */
  one: string;
  rows: readonly Row[];
  most: number;
  fewest: number;
  blank: Row;
  mistake: string | undefined;
  onChange: (rows: Row[]) => void;
  /** The fields of a row; they change part of it. */
  children: (row: Row, at: number, change: (changes: Partial<Row>) => void) => ReactNode;
}

/** A list of rows that can be added and removed. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { legend, one, rows, most, fewest, blank, mistake, onChange, children } = props;
  return (
    <fieldset className={classes.options}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.rows}>
        {[...rows.entries()].map(([at, row]) => (
          // Rows are identified by position only.
          <div key={at} className={classes.row}>
            {children(row, at, (changes) => onChange(rows.with(at, { ...row, ...changes })))}
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Remove ${one} ${at + 1}`}
              title={`Remove ${one}`}
              disabled={rows.length <= fewest}
              onClick={() => onChange(rows.toSpliced(at, 1))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </div>
      {mistake !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {mistake}
        </Text>
      )}
      <div>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={rows.length >= most}
          onClick={() => onChange([...rows, blank])}
        >
          Add {one}
        </Button>
      </div>
    </fieldset>
  );
}
