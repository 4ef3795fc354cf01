import { ColumnMatch, type ListProblem } from '@vlabs/contract/people/student-lists';
import { z } from 'zod';
import type { MemberLine } from '../../../platform/lists/member-lists.ts';
import type { ListRow } from './list-row.ts';
import type { StudentList, UnmatchedList } from './student-list.ts';

/** The worker's input. */
export const ListOrder = z.object({
  bytes: z.instanceof(Uint8Array),
  match: ColumnMatch.nullable(),
});

/** The worker's output. It is trusted, so only its outline is checked. */
export const ListMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.custom<ListRow[]>(Array.isArray) }),
  z.object({ kind: z.literal('members'), members: z.custom<MemberLine[]>(Array.isArray) }),
  z.object({
    kind: z.literal('read-members'),
    problems: z.custom<ListProblem[]>(Array.isArray),
  }),
  z.object({ kind: z.literal('read'), read: z.custom<Omit<StudentList, 'rows'>>(isObject) }),
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
