import { Group, SegmentedControl, Select, Text, Button } from '@mantine/core';
import IconUsers from '~icons/users';
import { useQuery, useMutation } from '@tanstack/react-query';
import { listAudienceChoices, type StudentChoice } from '@vlabs/contract/students/audience-choices';
import { MAX_CONFIRMED, MAX_CODES } from '@vlabs/contract/students/student-accounts';
import { AccountState, type Student, StudentSort } from '@vlabs/contract/students/students';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { queryOf } from '../platform/calls/query-of.ts';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';
import { useClassInAddress, readClass } from '../platform/use-class-in-address.ts';
import { ColumnChooser } from '../ui/table/ColumnChooser.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import { ShowEarlier } from '../ui/ShowEarlier.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { useColumnChoice } from '../ui/table/use-column-choice.ts';
import { useSearchText } from '../ui/table/use-search-text.ts';
import { useSorting, readSorting } from '../ui/table/use-sorting.ts';
import { ConfirmGuestsButton } from './ConfirmGuestsButton.tsx';
import { sortedAtFirst, studentColumns, exportColumns } from './student-columns.tsx';
import { StudentCards } from './StudentCards.tsx';
import { type PrintedCodes, useMakeCodes } from './use-registrations.ts';
import {
  type StudentFilter,
  type StudentsFound,
  loadStudents,
  useStudents,
} from './list/use-students.ts';
import IconDownload from '~icons/download';
import { csvText } from '@vlabs/contract/text/csv-text';
import { messageOf } from '../platform/calls/call.ts';
import { saveFile } from '../ui/save-file.ts';
import { exportLines } from '../ui/table/table-columns.ts';
import { toastError } from '../ui/toast.ts';
import IconPrinter from '~icons/printer';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

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

interface ExportStudentsButtonProps {
  filter: StudentFilter;
  hasStudents: boolean;
}

/** Exports all matching students as a student list, loaded or not. */
function ExportStudentsButton({ filter, hasStudents }: ExportStudentsButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const found = await loadStudents(filter);
      // Without guests: importing the file again would make them students.
      const students = found.filter(({ isGuest }) => !isGuest);
      return csvText(exportLines(exportColumns(students), students));
    },
    onSuccess: (text) => saveFile('students.csv', text, 'text/csv;charset=utf-8'),
    onError: (error) => toastError(`The export failed. ${messageOf(error)}`),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={!hasStudents}
      loading={isPending}
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  );
}

interface PrintCodesButtonProps {
  filter: StudentFilter;
  /** How many matching students have not registered. */
  unregistered: number;
  onPrinted: (codes: PrintedCodes) => void;
}

/** Creates a code for each student who has not registered, and shows them for printing. */
function PrintCodesButton({ filter, unregistered, onPrinted }: PrintCodesButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { mutate: make, isPending } = useMakeCodes(onPrinted);
  const some = Math.min(unregistered, MAX_CODES);
  const who = some === 1 ? '1 student' : `${some} students`;
  const isCut = some < unregistered;
  return (
    <>
      <Button
        variant="default"
        disabled={unregistered === 0}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Print codes
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Create codes for ${who}?`}
          consequence={`${isCut ? `One sheet has ${MAX_CODES} codes; filter by course or year for the others.  ` : ''}For those found who have not registered. With a code a student registers without the email address of the list. It works once, for 30 days, and is shown only now; codes that they got earlier stop working.`}
          confirmLabel="Create codes"
          isBusy={isPending}
          onConfirm={() => make(filter, { onError: close })}
          onCancel={close}
        />
      )}
    </>
  );
}

/** Reads the filters in the address; an unknown filter is ignored. */
function readFilter(address: URLSearchParams, search: string): StudentFilter {
  const sorting = readSorting(address.get('sort'));
  const sort = StudentSort.safeParse(sorting?.column).data;
  const inClass = readClass(address.get('class'));
  const account = AccountState.safeParse(address.get('account')).data;
  const [course, year, mentor] = ['course', 'year', 'mentor'].map((name) => address.get(name));
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(inClass && { class: inClass }),
    ...(course && { course }),
    ...(year && { year }),
    ...(mentor && { mentor }),
    ...(account && { account }),
    ...(sorting && sort && { sort, direction: sorting.direction }),
  };
}
