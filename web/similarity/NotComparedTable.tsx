import { Title } from '@mantine/core';
import type { ComparedHandIn, NotComparedReason } from '@vlabs/contract/similarity/similarity';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { idOf } from './subject.ts';
import { showPart } from '../ui/progress/show-part.ts';

const reasons: Record<NotComparedReason, string> = {
  no_program: 'It contains no program.',
  unchanged: 'It’s the unchanged starter code.',
  too_short: 'It’s too short to compare.',
  unreadable: 'Its files contain no text.',
  too_many: 'There are too many programs; only the newest were compared.',
};

function describe({ reason, leftFiles, leftOut, isCut }: ComparedHandIn): string {
  const sentences: string[] = [];
  if (reason === 'too_short' && leftOut > 0.5) {
    sentences.push('It has little besides given and common code.');
  } else if (reason !== null) {
    sentences.push(reasons[reason]);
  }
  if (isCut) sentences.push('It’s very long; only its beginning was compared.');
  if (leftFiles.length > 0) sentences.push(`Not a program: ${leftFiles.join(', ')}.`);
  if (reason === null && leftOut > 0.5) {
    sentences.push(`${showPart(leftOut)} of it was ignored as given or common code.`);
  }
  return sentences.join(' ');
}

/** Hand-ins that were not or only partly compared, and why. */
export function NotComparedTable({ programs }: { programs: readonly ComparedHandIn[] }) {
  const rows = programs.filter((program) => describe(program) !== '');
  if (rows.length === 0) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        Not or only partly compared
      </Title>
      <DataTable
        label="Not compared"
        columns={columns}
        rows={rows}
        rowId={(program) => `${idOf(program)} ${program.language}`}
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
