import { Anchor, Button, Group, SegmentedControl, Select } from '@mantine/core';
import IconPlus from '~icons/plus';
import IconSchool from '~icons/school';
import { useQuery } from '@tanstack/react-query';
import { type ClassInList, listTerms } from '@vlabs/contract/classes/classes';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { queryOf } from '../platform/calls/query-of.ts';
import { useMakesClasses } from '../platform/calls/use-account.ts';
import { Page } from '../ui/frame/Page.tsx';
import { ShowEarlier } from '../ui/ShowEarlier.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { useSearchText } from '../ui/table/use-search-text.ts';
import { classPath, callerRole } from './calls/class-words.ts';
import { NewClassDialog } from './NewClassDialog.tsx';
import { useClassPages } from './calls/use-classes.ts';

/** The classes that the caller teaches; for campus admins all classes. */
export function ClassesPage() {
  const [isMaking, setIsMaking] = useState(false);
  const navigate = useNavigate();
  const makesClasses = useMakesClasses();
  return (
    <Page
      heading="Classes"
      width="whole"
      introduction="A class has its own students, sections, staff and work."
      action={
        makesClasses && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setIsMaking(true)}
          >
            New class
          </Button>
        )
      }
    >
      <Classes whenNone={makesClasses ? noClasses : noneOfYours} />
      {isMaking && (
        <NewClassDialog
          onMade={(classId) => void navigate(classPath(classId))}
          onClose={() => setIsMaking(false)}
        />
      )}
    </Page>
  );
}

function Classes({ whenNone }: { whenNone: ReactNode }) {
  const [search, setSearch] = useSearchText();
  const [address, setAddress] = useSearchParams();
  const sought = useDeferredValue(search.trim());
  const state = address.get('state') === 'archived' ? 'archived' : 'open';
  const term = address.get('term');
  const query = useClassPages({ search: sought, state, ...(term && { term }) });
  const isAll = sought === '' && term === null && state === 'open';
  const choose = (name: string, value: string | null) =>
    setAddress(
      (current) => {
        if (value === null) current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <Group gap="sm" mb="md" align="flex-end">
        <SearchField label="Search classes" text={search} onSearch={setSearch} />
        <TermFilter chosen={term} onChoose={(value) => choose('term', value)} />
        <SegmentedControl
          aria-label="Which classes"
          data={[
            { value: 'open', label: 'Open' },
            { value: 'archived', label: 'Archived' },
          ]}
          value={state}
          onChange={(value) => choose('state', value === 'archived' ? value : null)}
        />
      </Group>
      <Loaded query={query} failure="The classes could not be loaded." empty={isAll && whenNone}>
        {(found) => (
          <DataTable
            label="Classes"
            columns={columns}
            rows={found}
            rowId={({ classId }) => classId}
            sortedAtFirst={AS_GIVEN}
            whenNone={
              state === 'archived' && sought === '' && term === null
                ? 'No archived classes.'
                : 'No classes match. Remove a filter or use fewer words.'
            }
          />
        )}
      </Loaded>
      <ShowEarlier query={query} label="Show more">
        {`The first ${query.data?.length ?? 0} are shown.`}
      </ShowEarlier>
    </>
  );
}

/** The server sends the latest term first; sorting by a column applies to the loaded rows. */
const AS_GIVEN = { column: '', direction: 'ascending' } as const;

const noClasses = (
  <Empty icon={IconSchool} title="No classes yet">
    Choose New class to create one. You can then add students by roll number, by search or with a
    join code.
  </Empty>
);

const noneOfYours = (
  <Empty icon={IconSchool} title="No classes yet">
    Ask a campus admin to create your class and make you its owner.
  </Empty>
);

interface TermFilterProps {
  chosen: string | null;
  onChoose: (termId: string | null) => void;
}

function TermFilter({ chosen, onChoose }: TermFilterProps) {
  const { data = [] } = useQuery(queryOf(listTerms, {}));
  if (data.length === 0) return null;
  return (
    <Select
      flex="1 1 7rem"
      label="Term"
      placeholder="All"
      clearable
      clearButtonProps={{ 'aria-label': 'Show all terms' }}
      searchable
      data={data.map(({ termId, name }) => ({ value: termId, label: name }))}
      value={chosen}
      onChange={onChoose}
    />
  );
}

const columns: Column<ClassInList>[] = [
  {
    id: 'name',
    label: 'Class',
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ classId, name }) => (
      <Anchor component={Link} to={classPath(classId)} fz="inherit" fw={550}>
        {name}
      </Anchor>
    ),
  },
  {
    id: 'subject',
    label: 'Subject',
    sortBy: ({ subject }) => subject.toLowerCase(),
    cell: ({ subject }) => subject,
  },
  {
    id: 'code',
    label: 'Code',
    isCode: true,
    sortBy: ({ code }) => code.toLowerCase(),
    cell: ({ code }) => code || '–',
  },
  {
    id: 'term',
    label: 'Term',
    sortBy: ({ term }) => term.startsOn,
    cell: ({ term }) => term.name,
  },
  { id: 'role', label: 'You are', sortBy: callerRole, cell: callerRole },
  {
    id: 'students',
    label: 'Students',
    sortBy: ({ students }) => students,
    cell: ({ students }) => students,
  },
];
