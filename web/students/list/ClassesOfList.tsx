import type { ListClass } from '@vlabs/contract/students/student-lists';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { Column } from '../../ui/table/table-columns.ts';

interface ClassesOfListProps {
  named: ListClass[];
  /** The name of their term. */
  term: string;
}

/** The class and owner that each code of a list refers to. */
export function ClassesOfList({ named, term }: ClassesOfListProps) {
  if (named.length === 0) return null;
  return (
    <DataTable
      label="Classes of this list"
      columns={columnsOf(term)}
      rows={named}
      rowId={({ classId }) => classId}
      sortedAtFirst={{ column: 'code', direction: 'ascending' }}
      sortName="classes"
    />
  );
}

const ownersOf = ({ owners }: ListClass): string =>
  owners.length === 0
    ? 'Nobody'
    : owners.map(({ name, personId }) => `${name} (${personId})`).join(', ');

const columnsOf = (term: string): Column<ListClass>[] => [
  { id: 'code', label: 'Code', sortBy: ({ code }) => code, cell: ({ code }) => code },
  { id: 'class', label: 'Class', sortBy: ({ name }) => name, cell: ({ name }) => name },
  { id: 'term', label: 'Term', sortBy: () => term, cell: () => term },
  {
    id: 'department',
    label: 'Department',
    sortBy: ({ department }) => department,
    cell: ({ department }) => department,
  },
  { id: 'owner', label: 'Owner', sortBy: ownersOf, cell: ownersOf },
  { id: 'lines', label: 'Lines', sortBy: ({ lines }) => lines, cell: ({ lines }) => lines },
];
