import { createHash } from 'node:crypto';
import type { ColumnMatch } from '@vlabs/contract/students/student-lists';
import { readRefusalCode } from '@vlabs/contract/http/refusal-codes';
import { z } from 'zod';
import { PublicError } from '../../platform/errors.ts';
import { runInProcess } from '../../platform/jobs/bounded-process.ts';
import { WorkBeyondBounds } from '../../platform/jobs/bounded-worker.ts';
import type { Database } from '../../platform/postgres/database.ts';
import * as queries from './imports.queries.ts';
import { ListPart } from './imports.queries.ts';
import { plainHeading } from './lists/list-columns.ts';
import type { ParsedList, UnmatchedList } from './lists/student-list.ts';

/** Ten times the time for 40,000 students. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 512;
/** Parts that are read from the database at a time. */
const PARTS_AT_A_TIME = 10;

/** The worker's output: a list part by part, or why there is none. */
const ListMessage = z.discriminatedUnion('kind', [
  ...ListPart.options,
  z.object({
    kind: z.literal('unmatched'),
    read: z.custom<UnmatchedList>((value) => typeof value === 'object' && value !== null),
  }),
  z.object({
    kind: z.literal('refused'),
    status: z.int(),
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
]);
export type ListMessage = z.infer<typeof ListMessage>;

/** A list, and the parts that it came in, which are kept as they are: none of an unmatched list. */
interface ReadList {
  list: ParsedList | UnmatchedList;
  parts: ListPart[];
}

/** Reads a list with a column match, or with the last match for its headings. */
export async function readMatchedList(
  db: Database,
  bytes: Uint8Array,
  columnMatch: ColumnMatch | null,
): Promise<ReadList> {
  const read = await readList(bytes, columnMatch);
  if (read.list.kind !== 'unmatched') return read;
  const known = await queries.findColumnMatch(db, keyOf(read.list.choice.headings));
  const again = known && (await readList(bytes, known));
  return again?.list.kind === 'list' ? again : read;
}

/** So that the next list with these headings is read the same way. */
export async function rememberMatch(db: Database, list: ParsedList): Promise<void> {
  if (list.kind !== 'list' || !list.choice) return;
  await queries.upsertColumnMatch(db, keyOf(list.choice.headings), list.choice.match);
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
export async function readList(bytes: Uint8Array, match: ColumnMatch | null): Promise<ReadList> {
  const parts: ListPart[] = [];
  try {
    return await runInProcess<ReadList>(
      {
        script: new URL('list-worker.ts', import.meta.url),
        order: { bytes, match },
        maxMs: MAX_MS,
        maxMemoryMb: MAX_MEMORY_MB,
      },
      (payload, finish) => {
        const message = ListMessage.parse(payload);
        if (message.kind === 'refused') throw toRefusal(message);
        if (message.kind !== 'unmatched') parts.push(message);
        const list = message.kind === 'unmatched' ? message.read : joinParts(parts);
        if (list) finish({ list, parts });
      },
    );
  } catch (error) {
    throw error instanceof WorkBeyondBounds ? tooHard() : error;
  }
}

/** Replaces the parsed list of a planned import. */
export async function keepList(db: Database, importId: string, parts: ListPart[]): Promise<void> {
  await queries.deleteParts(db, importId);
  for (const [number, part] of parts.entries()) {
    await queries.insertPart(db, importId, { number, part });
  }
}

/** The list as it was parsed; null if it was not. */
export async function findKeptList(db: Database, importId: string): Promise<ParsedList | null> {
  const parts: ListPart[] = [];
  const max = PARTS_AT_A_TIME;
  for (;;) {
    const some = await queries.listParts(db, importId, { from: parts.length, max });
    for (const { part } of some) parts.push(part);
    if (some.length < max) return joinParts(parts);
  }
}

/** Null if the last part is missing. */
function joinParts(parts: ListPart[]): ParsedList | null {
  const last = parts.at(-1);
  if (last?.kind === 'read') {
    const rows = parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []));
    return { ...last.read, rows };
  }
  if (last?.kind !== 'read-members') return null;
  const members = parts.flatMap((part) => (part.kind === 'members' ? part.members : []));
  return { kind: 'members', members, problems: last.problems };
}

const toRefusal = (message: Extract<ListMessage, { kind: 'refused' }>) =>
  new PublicError(message.status, readRefusalCode(message.code), message.message, message.fields);

function tooHard(): PublicError {
  const message =
    'This file takes too long or too much memory to read. Save only the list as "CSV UTF-8" and upload that.';
  return new PublicError(413, 'too_hard', message);
}
