import { parentPort, workerData } from 'node:worker_threads';
import { writeForm } from '@vlabs/contract/marks/form-lines';
import { csvText } from '@vlabs/contract/text/csv-text';
import writeExcelFile, { type Row } from 'write-excel-file/node';
import { ExportOrder } from './write-export.ts';

/** In characters. */
const USUAL_WIDTH = 12;
const MAX_WIDTH = 40;

/** Runs in a thread of its own: calculating and compressing a large sheet would block the server. */
const { format, arrangement, columns, students } = ExportOrder.parse(workerData);
const { header, rows } = writeForm(arrangement, columns, students);
const bytes = format === 'csv' ? Buffer.from(csvText([header, ...rows])) : await writeWorkbook();
parentPort?.postMessage(new Uint8Array(bytes), []);

function writeWorkbook(): Promise<Buffer> {
  const head: Row = header.map((value) => ({
    value,
    type: String,
    fontWeight: 'bold',
    wrap: true,
    alignVertical: 'center',
  }));
  // A text is never a formula: its type is given.
  const body = rows.map((row): Row =>
    row.map((value) =>
      typeof value === 'number' ? { value, type: Number } : { value, type: String },
    ),
  );
  const widths = header.map((_, place) => ({ width: widthOf(place) }));
  const sheet = { columns: widths, sheet: 'Marks', stickyRowsCount: 1 };
  return writeExcelFile([head, ...body], sheet).toBuffer();
}

/** As wide as the longest text below the head. */
function widthOf(place: number): number {
  const longest = rows.reduce((most, row) => Math.max(most, String(row[place] ?? '').length), 0);
  return Math.min(Math.max(longest + 2, USUAL_WIDTH), MAX_WIDTH);
}
