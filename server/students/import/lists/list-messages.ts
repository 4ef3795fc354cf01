import { ColumnMatch, type ListProblem } from '@vlabs/contract/students/student-lists';
import { z } from 'zod';
import type { MemberLine } from '../../../classes/classes.reads.ts';
import type { ListRow } from './list-row.ts';
import type { MemberList } from './member-list.ts';
import type { StudentList, UnmatchedList } from './student-list.ts';

export type ParsedList = StudentList | MemberList;

/** The worker's input. */
export const ListOrder = z.object({
  bytes: z.instanceof(Uint8Array),
  match: ColumnMatch.nullable(),
});

/** A part of a parsed list. We wrote it, so only its outline is checked. */
export const ListPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.custom<ListRow[]>(Array.isArray) }),
  z.object({ kind: z.literal('members'), members: z.custom<MemberLine[]>(Array.isArray) }),
  z.object({
    kind: z.literal('read-members'),
    problems: z.custom<ListProblem[]>(Array.isArray),
  }),
  z.object({ kind: z.literal('read'), read: z.custom<Omit<StudentList, 'rows'>>(isObject) }),
]);
export type ListPart = z.infer<typeof ListPart>;

/** The worker's output: a list part by part, or why there is none. */
export const ListMessage = z.discriminatedUnion('kind', [
  ...ListPart.options,
  z.object({ kind: z.literal('unmatched'), read: z.custom<UnmatchedList>(isObject) }),
  z.object({
    kind: z.literal('refused'),
    status: z.int(),
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  }),
]);
export type ListMessage = z.infer<typeof ListMessage>;

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Rows per part, so that nobody who handles one blocks its event loop. */
const ROWS_AT_A_TIME = 500;

/** Cuts a list into parts; the last one completes it. */
export function* partsOf(list: ParsedList): Generator<ListPart> {
  if (list.kind === 'members') {
    const { members, problems } = list;
    for (let start = 0; start < members.length; start += ROWS_AT_A_TIME) {
      yield { kind: 'members', members: members.slice(start, start + ROWS_AT_A_TIME) };
    }
    yield { kind: 'read-members', problems };
    return;
  }
  const { rows, ...read } = list;
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    yield { kind: 'rows', rows: rows.slice(start, start + ROWS_AT_A_TIME) };
  }
  yield { kind: 'read', read };
}

/** Puts the parts of a list together; `add` returns the list when it is complete. */
export function collectParts(): { add: (part: ListPart) => ParsedList | null } {
  const rows: ListRow[] = [];
  const members: MemberLine[] = [];
  return {
    add: (part) => {
      if (part.kind === 'rows') for (const row of part.rows) rows.push(row);
      else if (part.kind === 'members') members.push(...part.members);
      else if (part.kind === 'read') return { ...part.read, rows };
      else return { kind: 'members', members, problems: part.problems };
      return null;
    },
  };
}
