import { ColumnMatch } from '@vlabs/contract/students/student-lists';
import { setImmediate as giveWay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { PublicError } from '../../platform/errors.ts';
import type { ListPart } from './imports.queries.ts';
import { type ParsedList, readStudentList } from './lists/student-list.ts';
import type { ListMessage } from './read-list.ts';

const Order = z.object({ bytes: z.instanceof(Uint8Array), match: ColumnMatch.nullable() });
/** Rows per part, so that nobody who handles one blocks its event loop. */
const ROWS_AT_A_TIME = 500;

const report = (message: ListMessage) => parentPort?.postMessage(message, []);

/** Runs in a separate process, because lists are untrusted and may be costly to parse. */
async function read(): Promise<void> {
  const { bytes, match } = Order.parse(workerData);
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

function* partsOf(list: ParsedList): Generator<ListPart> {
  if (list.kind === 'members') {
    const { members, problems } = list;
    for (let start = 0; start < members.length; start += ROWS_AT_A_TIME) {
      yield { kind: 'members', members: members.slice(start, start + ROWS_AT_A_TIME) };
    }
    yield { kind: 'read-members', problems };
    return;
  }
  const { rows, ...rest } = list;
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    yield { kind: 'rows', rows: rows.slice(start, start + ROWS_AT_A_TIME) };
  }
  yield { kind: 'read', read: rest };
}

try {
  await read();
} catch (error) {
  if (!(error instanceof PublicError)) throw error;
  const { status, code, message, fields } = error;
  report({ kind: 'refused', status, code, message, ...(fields && { fields }) });
}
