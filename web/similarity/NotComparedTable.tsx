import { Title } from '@mantine/core';
import type { ComparedHandIn, NotComparedReason } from '@vlabs/contract/assignments/similarity';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { showPart } from '../ui/frame/show-part.ts';

const reasons: Record<NotComparedReason, string> = {
  no_program: 'There is no program in it.',
  too_short: 'It is too short to say anything.',
  unreadable: 'Its files hold no text.',
  too_many: 'There were too many programs at once; this one came earlier than those compared.',
};

function describe({ reason, leftFiles, leftOut, isCut }: ComparedHandIn): string {
  const sentences: string[] = [];
  if (reason === 'too_short' && leftOut > 0.5) {
    sentences.push('It holds little beyond what was given and what most programs share.');
  } else if (reason !== null) {
    sentences.push(reasons[reason]);
  }
  if (isCut) sentences.push('Only its beginning was compared: it is very long.');
  if (leftFiles.length > 0) sentences.push(`Not a program: ${leftFiles.join(', ')}.`);
  if (reason === null && leftOut > 0.5) {
    sentences.push(`${showPart(leftOut)} of it was left out as given or common.`);
  }
  return sentences.join(' ');
}

/** Hand-ins of which nothing, or not all, was compared, and why. */
export function NotComparedTable({ programs }: { programs: readonly ComparedHandIn[] }) {
  const rows = programs.filter((program) => describe(program) !== '');
  if (rows.length === 0) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        Not compared, or not all of it
      </Title>
      <DataTable
        label="Not compared"
        columns={columns}
        rows={rows}
        rowId={({ handInId, language }) => `${handInId} ${language}`}
        sortedAtFirst={{ column: 'roll', direction: 'ascending' }}
        sortName="sort-rest"
      />
    </section>
  );
}

const columns: Column<ComparedHandIn>[] = [
  {
    id: 'roll',
    label: 'Roll no',
    isCode: true,
    sortBy: ({ studentId }) => studentId.toLowerCase(),
    cell: ({ studentId }) => studentId,
  },
  { id: 'name', label: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name },
  { id: 'why', label: 'Why', sortBy: describe, cell: describe },
];
