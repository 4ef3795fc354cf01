import { Button } from '@mantine/core';
import IconDownload from '~icons/download';
import { csvText } from '@vlabs/contract/csv-text';
import { saveFile } from '../save-file.ts';
import { type Column, exportLines } from './table-columns.ts';

interface CsvButtonProps<Row> {
  /** Of the file, without its ending. */
  name: string;
  columns: Column<Row>[];
  /** The rows that are shown, in their order. */
  rows: Row[];
}

/** Saves the rows that are shown as a file for spreadsheets. */
export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={rows.length === 0}
      onClick={() =>
        saveFile(`${name}.csv`, csvText(exportLines(columns, rows)), 'text/csv;charset=utf-8')
      }
    >
      Export CSV
    </Button>
  );
}
