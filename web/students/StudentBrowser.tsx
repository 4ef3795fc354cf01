import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import IconUsers from '~icons/users';
import { useQuery } from '@tanstack/react-query';
import { listAudienceChoices, type StudentChoice } from '@vlabs/contract/students/audience-choices';
import { MAX_CONFIRMED } from '@vlabs/contract/students/student-accounts';
import { AccountState, type Student } from '@vlabs/contract/students/students';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { queryOf } from '../platform/calls/query-of.ts';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';
import { useClassInAddress } from '../platform/use-class-in-address.ts';
import { ColumnChooser } from '../ui/table/ColumnChooser.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import { ShowEarlier } from '../ui/ShowEarlier.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { useColumnChoice } from '../ui/table/use-column-choice.ts';
import { useSearchText } from '../ui/table/use-search-text.ts';
import { useSorting } from '../ui/table/use-sorting.ts';
import { ConfirmGuestsButton } from './ConfirmGuestsButton.tsx';
import { ExportStudentsButton } from './ExportStudentsButton.tsx';
import { PrintCodesButton } from './PrintCodesButton.tsx';
import { sortedAtFirst, studentColumns } from './student-columns.tsx';
import { StudentCards } from './StudentCards.tsx';
import { readFilter } from './student-filter.ts';
import type { PrintedCodes } from './use-registrations.ts';
import {
  type StudentFilter,
  type StudentsFound,
  loadStudents,
  useStudents,
} from './list/use-students.ts';

const NONE = 'No students match. Remove a filter or use fewer words.';
/** A select shows this many choices; typing finds the others. */
const SHOWN_CHOICES = 100;

interface BrowserProps {
  onPrinted: (codes: PrintedCodes) => void;
}

/** Students as cards or a table, with search and filters kept in the address. */
export function StudentBrowser({ onPrinted }: BrowserProps) {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useSearchText();
  const filter = readFilter(address, useDeferredValue(search));
  const query = useStudents(filter);
  const isEmpty = query.data?.counts !== null && sum(query.data?.counts?.all) === 0;
  const choose = (name: string, value: string | null) =>
    setAddress(
      (current) => {
        if (value === null) current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  if (query.data !== undefined && isEmpty) return <NoStudents filter={filter} />;
  return (
    <section aria-label="All students">
      <Group gap="sm" mb="sm" align="flex-end">
        <SearchField label="Search students" text={search} onSearch={setSearch} />
        <Filters address={address} onChoose={choose} />
      </Group>
      <Loaded query={query} failure="The students could not be loaded.">
        {(found) => (
          <>
            <Found
              {...found}
              isOld={query.isPlaceholderData}
              filter={filter}
              onChoose={choose}
              onPrinted={onPrinted}
            />
            <ShowEarlier query={query} label="Show more">
              {`The first ${found.students.length} are shown.`}
            </ShowEarlier>
          </>
        )}
      </Loaded>
    </section>
  );
}

function NoStudents({ filter }: { filter: StudentFilter }) {
  const isCampusAdmin = useIsCampusAdmin();
  const isOfCampus = isCampusAdmin && filter.class === undefined;
  return (
    <Empty
      icon={IconUsers}
      title={filter.class ? 'This class has no students yet' : 'No students yet'}
    >
      {isOfCampus
        ? 'Upload a class list above. Its students appear here, and so does everyone who registers.'
        : 'Add students on the page of the class, under Classes.'}
    </Empty>
  );
}

interface ChoosingProps {
  onChoose: (name: string, value: string | null) => void;
}

function Filters({ address, onChoose }: { address: URLSearchParams } & ChoosingProps) {
  const inClass = useClassInAddress();
  const query = inClass === null ? {} : { class: inClass };
  const { data: known } = useQuery(queryOf(listAudienceChoices, { query }));
  const filters = [
    { name: 'course', label: 'Course', choices: namesOf(known?.courses) },
    { name: 'year', label: 'Year', choices: namesOf(known?.years) },
    { name: 'mentor', label: 'Mentor', choices: namesOf(known?.mentors) },
    { name: 'account', label: 'Account', choices: AccountState.options },
  ];
  return filters.map(({ name, label, choices }) => {
    const chosen = address.get(name);
    // Values from the address are shown even if no student has them any more.
    const data = chosen === null || choices.includes(chosen) ? choices : [chosen, ...choices];
    return (
      <Select
        key={name}
        label={label}
        placeholder="All"
        flex="1 1 7rem"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Show every ${label.toLowerCase()}` }}
        limit={SHOWN_CHOICES}
        data={data}
        value={chosen}
        onChange={(value) => onChoose(name, value)}
      />
    );
  });
}

interface FoundProps extends ChoosingProps, BrowserProps {
  students: Student[];
  counts: StudentsFound | null;
  /** The previous filter's results, until the new ones arrive. */
  isOld: boolean;
  filter: StudentFilter;
}

function Found({ students, counts, isOld, filter, onChoose, onPrinted }: FoundProps) {
  const [address] = useSearchParams();
  const isCampusAdmin = useIsCampusAdmin();
  const choice = useColumnChoice('students', studentColumns);
  const isTable = address.get('view') === 'table';
  const { sorting, sortBy } = useSorting(studentColumns, students, {
    atFirst: sortedAtFirst,
    isSorted: true,
  });
  return (
    <>
      <Group gap="sm" mb="md" justify="space-between">
        <Text component="output" c="dimmed" size="sm">
          {counts && countPeople(counts)}
        </Text>
        <Group gap="sm">
          {isCampusAdmin && (
            <>
              <ConfirmGuestsButton
                guests={Math.min(counts?.found.guests ?? 0, MAX_CONFIRMED)}
                load={() => loadStudents({ ...filter, account: 'Guest' }, MAX_CONFIRMED)}
              />
              <PrintCodesButton
                filter={filter}
                // Creates codes for exactly the number in the question.
                unregistered={isOld ? 0 : (counts?.unregistered ?? 0)}
                onPrinted={onPrinted}
              />
            </>
          )}
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
            onChange={(view) => onChoose('view', view === 'table' ? view : null)}
          />
          {isTable && <ColumnChooser choice={choice} />}
          <ExportStudentsButton filter={filter} hasStudents={counts?.found.students !== 0} />
        </Group>
      </Group>
      {isTable ? (
        <DataTable
          isWide
          isSorted
          label="Students"
          columns={choice.shown}
          rows={students}
          rowId={({ rollNumber }) => rollNumber}
          sortedAtFirst={sortedAtFirst}
          whenNone={NONE}
        />
      ) : (
        <StudentCards students={students} />
      )}
      {!isTable && students.length === 0 && <Text c="dimmed">{NONE}</Text>}
    </>
  );
}

function countPeople({ found, all }: StudentsFound): string {
  const students = countOf(found.students, all.students, 'students');
  if (all.guests === 0) return students;
  return `${students}, ${countOf(found.guests, all.guests, all.guests === 1 ? 'guest' : 'guests')}`;
}

const countOf = (found: number, all: number, what: string): string =>
  found === all ? `${all} ${what}` : `${found} of ${all} ${what}`;

const sum = (people: StudentsFound['all'] | undefined) =>
  (people?.students ?? 0) + (people?.guests ?? 0);

const namesOf = (choices: StudentChoice[] | undefined) => (choices ?? []).map(({ name }) => name);
