import { Button } from '@mantine/core';
import IconDownload from '~icons/download';
import { useMutation } from '@tanstack/react-query';
import { csvText } from '@vlabs/contract/csv-text';
import { messageOf } from '../../platform/calls/call.ts';
import { saveFile } from '../save-file.ts';
import { toastError } from '../toast.ts';
import { type Column, exportLines } from './table-columns.ts';

interface CsvButtonProps<Row> {
  /** Of the file, without its ending. */
  name: string;
  columns: Column<Row>[];
  /** The rows that are shown, in their order. */
  rows: Row[];
  /** Brings all, where those that are shown are a part. */
  loadAll?: (() => Promise<Row[]>) | undefined;
}

/** Saves the rows as a file for spreadsheets: those that are shown, or all where these are a part. */
export function CsvButton<Row>({ name, columns, rows, loadAll }: CsvButtonProps<Row>) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => csvText(exportLines(columns, loadAll ? await loadAll() : rows)),
    onSuccess: (text) => saveFile(`${name}.csv`, text, 'text/csv;charset=utf-8'),
    onError: (error) => toastError(`Nothing was saved. ${messageOf(error)}`),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={rows.length === 0}
      loading={isPending}
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  );
}
