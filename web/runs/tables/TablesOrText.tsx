import { Box, Button } from '@mantine/core';
import { type Cell, parseTables, type ResultTable } from '@vlabs/contract/runs/result-tables';
import { type ReactNode, memo, useMemo, useState } from 'react';
import { isNumber, limitRows, nameTable } from './shown-tables.ts';
import classes from './TablesOrText.module.css';

interface TablesOrTextProps {
  text: string;
  /** False for an output that is only text. */
  isOfTables: boolean;
  /** The text itself. */
  children: ReactNode;
}

/** An output as tables, with a button that shows its text. An output without tables is shown as text. */
export function TablesOrText({ text, isOfTables, children }: TablesOrTextProps) {
  const [isText, setIsText] = useState(false);
  const tables = useMemo(() => (isOfTables ? parseTables(text) : []), [text, isOfTables]);
  if (tables.length === 0) return children;
  return (
    <div className={classes.output}>
      <Button
        className={classes.switch ?? ''}
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => setIsText(!isText)}
      >
        {isText ? 'Show as tables' : 'Show as text'}
      </Button>
      {isText ? children : <Tables tables={tables} />}
    </div>
  );
}

const Tables = memo(function Tables({ tables }: { tables: readonly ResultTable[] }) {
  const shown = limitRows(tables);
  return (
    <>
      {shown.map((table, index) => (
        <OneTable
          // Tables never move: a new output has a new list.
          key={index}
          table={table}
          name={nameTable(tables, index)}
        />
      ))}
      {shown.length < tables.length && (
        <p className={classes.caption}>
          {tables.length - shown.length} more tables are in the text.
        </p>
      )}
    </>
  );
});

function OneTable({ table, name }: { table: ResultTable & { left: number }; name: string }) {
  const { columns, rows, left } = table;
  return (
    <Box component="figure" className={classes.figure ?? ''}>
      <figcaption className={classes.caption}>{name}</figcaption>
      <Box className={classes.scrolled ?? ''} tabIndex={0}>
        <table className={classes.table} aria-label={name}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <OneCell key={column} cell={cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {left > 0 && <p className={classes.caption}>{left} more rows are in the text.</p>}
    </Box>
  );
}

function OneCell({ cell }: { cell: Cell }) {
  if (cell === null) return <td className={classes.none}>NULL</td>;
  return <td data-number={isNumber(cell) || undefined}>{cell}</td>;
}
