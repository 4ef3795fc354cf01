import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import IconUsers from '~icons/users';
import type { Student } from '@vlabs/contract/people/students';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { ColumnChooser } from '../ui/table/ColumnChooser.tsx';
import { CsvButton } from '../ui/table/CsvButton.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { searchRows } from '../ui/table/table-columns.ts';
import { useColumnChoice } from '../ui/table/use-column-choice.ts';
import { useSearchText } from '../ui/table/use-search-text.ts';
import { useSorting } from '../ui/table/use-sorting.ts';
import { accountStateOf } from './AccountState.tsx';
import { ConfirmGuestsButton } from './ConfirmGuestsButton.tsx';
import { PrintCodesButton } from './PrintCodesButton.tsx';
import { exportColumns, studentColumns } from './student-columns.tsx';
import { StudentCards } from './StudentCards.tsx';
import type { PrintedCodes } from './use-registrations.ts';
import { useStudents } from './use-students.ts';

const sortedAtFirst = { column: 'roll', direction: 'ascending' } as const;

const NONE = 'No student matches. Take a filter away or search for fewer words.';

const filters = [
  { name: 'course', label: 'Course', of: ({ course }: Student) => course },
  { name: 'year', label: 'Year', of: ({ graduationYear }: Student) => graduationYear },
  { name: 'mentor', label: 'Mentor', of: ({ mentorName }: Student) => mentorName },
  { name: 'account', label: 'Account', of: accountStateOf },
];

interface BrowserProps {
  onPrinted: (codes: PrintedCodes) => void;
}

/** Every student, as cards or as a table, with search and filters that stand in the address bar. */
export function StudentBrowser({ onPrinted }: BrowserProps) {
  return (
    <Loaded
      query={useStudents()}
      failure="The students could not be loaded."
      empty={
        <Empty icon={IconUsers} title="No students yet">
          Choose a .csv file above. Every student of it will stand here with all their details, and
          so will everyone who registers.
        </Empty>
      }
    >
      {(students) => <Found students={students} onPrinted={onPrinted} />}
    </Loaded>
  );
}

function Found({ students, onPrinted }: { students: Student[] } & BrowserProps) {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useSearchText();
  const sought = useDeferredValue(search);
  const choice = useColumnChoice('students', studentColumns);
  const isTable = address.get('view') === 'table';

  const chosen = students.filter((student) =>
    filters.every(({ name, of }) => [null, of(student)].includes(address.get(name))),
  );
  const found = searchRows([...studentColumns, otherTexts], chosen, sought);
  const { sorting, sortBy, sorted } = useSorting(studentColumns, found, {
    atFirst: sortedAtFirst,
  });

  // A guest is on no list: uploaded again, this one would make a student of them.
  const listed = sorted.filter(({ isGuest }) => !isGuest);

  function choose(name: string, value: string | null): void {
    setAddress(
      (current) => {
        if (value === null) current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <section aria-label="All students">
      <Group gap="sm" mb="sm" align="flex-end">
        <SearchField label="Search students" text={search} onSearch={setSearch} />
        {filters.map(({ name, label, of }) => (
          <Select
            key={name}
            label={label}
            placeholder="All"
            flex="1 1 7rem"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': `Show every ${label.toLowerCase()}` }}
            data={choicesOf(students.map(of))}
            value={address.get(name)}
            onChange={(value) => choose(name, value)}
          />
        ))}
      </Group>
      <Group gap="sm" mb="md" justify="space-between">
        <Text component="output" c="dimmed" size="sm">
          {countPeople(sorted, students)}
        </Text>
        <Group gap="sm">
          <ConfirmGuestsButton students={sorted} />
          <PrintCodesButton students={sorted} onPrinted={onPrinted} />
          {!isTable && (
            <Select
              aria-label="Sort by"
              w="13rem"
              allowDeselect={false}
              data={studentColumns.map(({ id, label }) => ({
                value: id,
                label: `Sorted by ${label}`,
              }))}
              value={sorting.column}
              onChange={(column) => column !== null && sortBy(column)}
            />
          )}
          <SegmentedControl
            aria-label="Show students as"
            data={[
              { value: 'cards', label: 'Cards' },
              { value: 'table', label: 'Table' },
            ]}
            value={isTable ? 'table' : 'cards'}
            onChange={(view) => choose('view', view === 'table' ? view : null)}
          />
          {isTable && <ColumnChooser choice={choice} />}
          <CsvButton name="students" columns={exportColumns(listed)} rows={listed} />
        </Group>
      </Group>
      {isTable ? (
        <DataTable
          isWide
          label="Students"
          columns={choice.shown}
          rows={found}
          rowId={({ rollNumber }) => rollNumber}
          sortedAtFirst={sortedAtFirst}
          whenNone={NONE}
        />
      ) : (
        <StudentCards students={sorted} />
      )}
      {!isTable && sorted.length === 0 && <Text c="dimmed">{NONE}</Text>}
    </section>
  );
}

/** Not shown in the table, but found by the search. */
const otherTexts = {
  id: 'other',
  label: 'Other',
  text: ({ other, department, mentorEmail }: Student) =>
    [department, mentorEmail, ...other.map(({ text }) => text)].join('\n'),
  cell: () => null,
};

function countPeople(found: Student[], all: Student[]): string {
  const [guests, allGuests] = [countGuests(found), countGuests(all)];
  const students = countOf(found.length - guests, all.length - allGuests, 'students');
  if (allGuests === 0) return students;
  return `${students}, ${countOf(guests, allGuests, allGuests === 1 ? 'guest' : 'guests')}`;
}

const countGuests = (people: Student[]) => people.filter(({ isGuest }) => isGuest).length;

const countOf = (found: number, all: number, what: string): string =>
  found === all ? `${all} ${what}` : `${found} of ${all} ${what}`;

const inWords = new Intl.Collator('en-IN', { numeric: true });

function choicesOf(values: string[]): string[] {
  return [...new Set(values)].filter(Boolean).toSorted(inWords.compare);
}
