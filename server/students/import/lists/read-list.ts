import { readRefusalCode } from '@vlabs/contract/refusal-codes';
import type { ColumnMatch } from '@vlabs/contract/people/student-lists';
import { runInProcess } from '../../../platform/jobs/bounded-process.ts';
import { WorkBeyondBounds } from '../../../platform/jobs/bounded-worker.ts';
import { PublicError } from '../../../platform/errors.ts';
import { ListMessage } from './list-messages.ts';
import type { ListRow } from './list-row.ts';
import type { MemberLine } from '../../../platform/lists/member-lists.ts';
import type { MemberList } from './member-list.ts';
import type { StudentList, UnmatchedList } from './student-list.ts';

/** Ten times the time for 40,000 students. */
const MAX_MS = 30_000;
const MAX_MEMORY_MB = 512;

/**
 * Parses a class list in a separate process within time and memory limits, by the class list's headings or a column
 * match.
 */
export async function readList(
  bytes: Uint8Array,
  match: ColumnMatch | null,
): Promise<StudentList | UnmatchedList | MemberList> {
  const rows: ListRow[] = [];
  const members: MemberLine[] = [];
  try {
    return await runInProcess<StudentList | UnmatchedList | MemberList>(
      {
        script: new URL('list-worker.ts', import.meta.url),
        order: { bytes, match },
        maxMs: MAX_MS,
        maxMemoryMb: MAX_MEMORY_MB,
      },
      (payload, finish) => {
        const message = ListMessage.parse(payload);
        if (message.kind === 'rows') for (const row of message.rows) rows.push(row);
        else if (message.kind === 'members') members.push(...message.members);
        else if (message.kind === 'read-members') {
          finish({ kind: 'members', members, problems: message.problems });
        } else if (message.kind === 'read') finish({ ...message.read, rows });
        else if (message.kind === 'unmatched') finish(message.read);
        else throw toRefusal(message);
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
