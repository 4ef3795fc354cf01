import { setImmediate as giveWay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PublicError } from '../../../platform/errors.ts';
import { type ListMessage, ListOrder } from './list-messages.ts';
import type { MemberList } from './member-list.ts';
import { readStudentList } from './student-list.ts';

/** Rows per message, so that the receiver is not blocked. */
const ROWS_AT_A_TIME = 500;

const report = (message: ListMessage) => parentPort?.postMessage(message, []);

/** Runs in a separate process, because lists are untrusted and may be costly to parse. */
async function read(): Promise<void> {
  const { bytes, match } = ListOrder.parse(workerData);
  const list = await readStudentList(bytes, match);
  if (list.kind === 'unmatched') {
    report({ kind: 'unmatched', read: list });
    return;
  }
  if (list.kind === 'members') {
    await reportMembers(list);
    return;
  }
  const { rows, ...rest } = list;
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    report({ kind: 'rows', rows: rows.slice(start, start + ROWS_AT_A_TIME) });
    await giveWay();
  }
  report({ kind: 'read', read: rest });
}

async function reportMembers({ members, problems }: MemberList): Promise<void> {
  for (let start = 0; start < members.length; start += ROWS_AT_A_TIME) {
    report({ kind: 'members', members: members.slice(start, start + ROWS_AT_A_TIME) });
    await giveWay();
  }
  report({ kind: 'read-members', problems });
}

try {
  await read();
} catch (error) {
  if (!(error instanceof PublicError)) throw error;
  const { status, code, message, fields } = error;
  report({ kind: 'refused', status, code, message, ...(fields && { fields }) });
}
