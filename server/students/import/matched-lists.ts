import { createHash } from 'node:crypto';
import type { ColumnMatch } from '@vlabs/contract/people/student-lists';
import type { Database } from '../../platform/postgres/database.ts';
import { RefusalWithData } from '../../platform/errors.ts';
import { findColumnMatch, upsertColumnMatch } from './column-matches.queries.ts';
import { plainHeading } from './lists/list-columns.ts';
import { readList } from './lists/read-list.ts';
import type { MemberList } from './lists/member-list.ts';
import { type StudentList, missingColumns } from './lists/student-list.ts';

/** The admin's decisions about a list. */
export interface HowToRead {
  /** Null if not given. */
  columnMatch: ColumnMatch | null;
  /** Imports doubtful lines too. */
  alsoDoubtful: boolean;
  /** The member list is complete for its classes: earlier members who are missing are removed. */
  endsMissing: boolean;
  /** Confirms the removal of many members. */
  endsMany: boolean;
  /** The term of the named classes; null if not given. */
  termId: string | null;
}

/** Reads a list with a column match, or with the last match for its headings. */
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

/** So that the next list with these headings is read the same way. */
export async function rememberMatch(db: Database, { choice }: StudentList): Promise<void> {
  if (choice) await upsertColumnMatch(db, keyOf(choice.headings), choice.match);
}

/** Equal for equal headings, in any order and case. */
function keyOf(headings: string[]): string {
  const set = headings.map(plainHeading).toSorted().join('\n');
  return createHash('sha256').update(set).digest('hex');
}
