import { Arrangement } from '@vlabs/contract/marks/arrangement';
import { SheetColumn, SheetStudent } from '@vlabs/contract/marks/marks';
import { z } from 'zod';
import { runInWorker } from '../platform/jobs/bounded-worker.ts';

const BOUNDS = { maxMs: 60_000, maxMemoryMb: 1024 };

export const ExportOrder = z.object({
  format: z.enum(['csv', 'xlsx']),
  arrangement: Arrangement,
  columns: z.array(SheetColumn),
  students: z.array(SheetStudent),
});
export type ExportOrder = z.infer<typeof ExportOrder>;

const Bytes = z.instanceof(Uint8Array);

/** Writes a sheet as CSV, or as a workbook with one sheet. */
export function writeExport(order: ExportOrder): Promise<Buffer> {
  const script = new URL('export-worker.ts', import.meta.url);
  return runInWorker<Buffer>({ script, order, ...BOUNDS }, (message, finish) =>
    finish(Buffer.from(Bytes.parse(message))),
  );
}
