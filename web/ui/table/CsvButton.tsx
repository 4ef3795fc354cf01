import { Button } from '@mantine/core';
import IconDownload from '~icons/download';
import { useMutation } from '@tanstack/react-query';
import { csvText } from '@vlabs/contract/text/csv-text';
import { messageOf } from '../../platform/calls/call.ts';
import { saveFile } from '../save-file.ts';
import { toastError } from '../toast.ts';
import { type Column, exportLines } from './table-columns.ts';

interface CsvButtonProps<Row> {
  /** File name without extension. */
  name: string;
  columns: Column<Row>[];
  /** The visible rows, in order. */
  rows: Row[];
  /** Loads all rows, if only some are shown. */
  loadAll?: (() => Promise<Row[]>) | undefined;
}

/** Exports the visible rows, or all if only some are loaded, as CSV. */
export function CsvButton<Row>({ name, columns, rows, loadAll }: CsvButtonProps<Row>) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => csvText(exportLines(columns, loadAll ? await loadAll() : rows)),
    onSuccess: (text) => saveFile(`${name}.csv`, text, 'text/csv;charset=utf-8'),
    onError: (error) => toastError(`The export failed. ${messageOf(error)}`),
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
