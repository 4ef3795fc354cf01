import { createHash } from 'node:crypto';
import type { ColumnMatch } from '@vlabs/contract/people/student-lists';
import type { Database } from '../platform/postgres/database.ts';
import { RefusalWithData } from '../platform/errors.ts';
import { findColumnMatch, upsertColumnMatch } from './column-matches.queries.ts';
import { plainHeading } from './lists/list-columns.ts';
import { readList } from './lists/read-list.ts';
import type { MemberList } from './lists/member-list.ts';
import { type StudentList, missingColumns } from './lists/student-list.ts';

/** What the admin has decided about a list. */
export interface HowToRead {
  /** Null: not said. */
  columnMatch: ColumnMatch | null;
  /** Lines that may have lost something are written too. */
  alsoDoubtful: boolean;
  /** A list of members is whole for its classes: who came by an earlier one and is not in it leaves. */
  endsMissing: boolean;
  /** So it is where many leave. */
  endsMany: boolean;
  /** Of the classes that the list names. Null: not said. */
  termId: string | null;
}

/** Reads a list by its columns as they are matched, or as they were the last time that its headings came. */
export async function readMatchedList(
  db: Database,
  bytes: Uint8Array,
  columnMatch: ColumnMatch | null,
): Promise<StudentList | MemberList> {
  const read = await readList(bytes, columnMatch);
  if (read.kind !== 'unmatched') return read;
  const { choice, missing } = read;
  const known = await findColumnMatch(db, keyOf(choice.headings));
  const again = known && (await readList(bytes, known));
  if (again?.kind === 'list') return again;
  const { code, message, status } = missingColumns(missing);
  throw new RefusalWithData(code, message, choice, status);
}

/** So that the next list with these headings is read in the same way. */
export async function rememberMatch(db: Database, { choice }: StudentList): Promise<void> {
  if (choice) await upsertColumnMatch(db, keyOf(choice.headings), choice.match);
}

/** The same for the same headings, in whatever order and case. */
function keyOf(headings: string[]): string {
  const set = headings.map(plainHeading).toSorted().join('\n');
  return createHash('sha256').update(set).digest('hex');
}
