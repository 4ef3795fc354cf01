import { createHash } from 'node:crypto';
import type { ColumnMatch } from '@vlabs/contract/students/student-lists';
import { readRefusalCode } from '@vlabs/contract/http/refusal-codes';
import { PublicError } from '../../platform/errors.ts';
import { runInProcess } from '../../platform/jobs/bounded-process.ts';
import { WorkBeyondBounds } from '../../platform/jobs/bounded-worker.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { findColumnMatch, upsertColumnMatch } from './imports.queries.ts';
import { plainHeading } from './lists/list-columns.ts';
import { ListMessage, type ParsedList, collectParts } from './lists/list-messages.ts';
import type { UnmatchedList } from './lists/student-list.ts';

/** Ten times the time for 40,000 students. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 512;

/** Reads a list with a column match, or with the last match for its headings. */
export async function readMatchedList(
  db: Database,
  bytes: Uint8Array,
  columnMatch: ColumnMatch | null,
): Promise<ParsedList | UnmatchedList> {
  const read = await readList(bytes, columnMatch);
  if (read.kind !== 'unmatched') return read;
  const known = await findColumnMatch(db, keyOf(read.choice.headings));
  const again = known && (await readList(bytes, known));
  return again?.kind === 'list' ? again : read;
}

/** So that the next list with these headings is read the same way. */
export async function rememberMatch(db: Database, list: ParsedList): Promise<void> {
  if (list.kind !== 'list' || !list.choice) return;
  await upsertColumnMatch(db, keyOf(list.choice.headings), list.choice.match);
}

/** Equal for equal headings, in any order and case. */
function keyOf(headings: string[]): string {
  const set = headings.map(plainHeading).toSorted().join('\n');
  return createHash('sha256').update(set).digest('hex');
}

/**
 * Parses a class list in a separate process within time and memory limits, by the class list's headings or a column
 * match.
 */
export async function readList(
  bytes: Uint8Array,
  match: ColumnMatch | null,
): Promise<ParsedList | UnmatchedList> {
  const parts = collectParts();
  try {
    return await runInProcess<ParsedList | UnmatchedList>(
      {
        script: new URL('lists/list-worker.ts', import.meta.url),
        order: { bytes, match },
        maxMs: MAX_MS,
        maxMemoryMb: MAX_MEMORY_MB,
      },
      (payload, finish) => {
        const message = ListMessage.parse(payload);
        if (message.kind === 'refused') throw toRefusal(message);
        const list = message.kind === 'unmatched' ? message.read : parts.add(message);
        if (list) finish(list);
      },
    );
  } catch (error) {
    throw error instanceof WorkBeyondBounds ? tooHard() : error;
  }
}

const toRefusal = (message: Extract<ListMessage, { kind: 'refused' }>) =>
  new PublicError(message.status, readRefusalCode(message.code), message.message, message.fields);

function tooHard(): PublicError {
  const message =
    'This file takes too long or too much memory to read. Save only the list as "CSV UTF-8" and upload that.';
  return new PublicError(413, 'too_hard', message);
}
