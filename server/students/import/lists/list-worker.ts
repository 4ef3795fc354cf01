import { setImmediate as giveWay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PublicError } from '../../../platform/errors.ts';
import { type ListMessage, ListOrder, partsOf } from './list-messages.ts';
import { readStudentList } from './student-list.ts';

const report = (message: ListMessage) => parentPort?.postMessage(message, []);

/** Runs in a separate process, because lists are untrusted and may be costly to parse. */
async function read(): Promise<void> {
  const { bytes, match } = ListOrder.parse(workerData);
  const list = await readStudentList(bytes, match);
  if (list.kind === 'unmatched') {
    report({ kind: 'unmatched', read: list });
    return;
  }
  for (const part of partsOf(list)) {
    report(part);
    await giveWay();
  }
}

try {
  await read();
} catch (error) {
  if (!(error instanceof PublicError)) throw error;
  const { status, code, message, fields } = error;
  report({ kind: 'refused', status, code, message, ...(fields && { fields }) });
}
