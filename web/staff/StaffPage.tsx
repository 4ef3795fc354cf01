import { Button, Group, TextInput } from '@mantine/core';
import IconPlus from '~icons/plus';
import IconUsers from '~icons/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type StaffMember, listStaff, createStaff } from '@vlabs/contract/auth/staff';
import { useDeferredValue, useState } from 'react';
import { call, keyOf } from '../platform/calls/call.ts';
import { useSession } from '../platform/calls/session.ts';
import { Page } from '../ui/frame/Page.tsx';
import { ShowEarlier } from '../ui/ShowEarlier.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { useSearchText } from '../ui/table/use-search-text.ts';
import { StaffDialog } from './StaffDialog.tsx';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, useForm } from '../ui/Form.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';

/** All staff, for campus admins. */
export function StaffPage() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      heading="Staff"
      width="whole"
      introduction="Staff have access to their classes. Campus admins have access to everything."
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
          Add staff
        </Button>
      }
    >
      <Staff />
      {isAdding && <NewStaffDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function Staff() {
  const { user } = useSession();
  const [search, setSearch] = useSearchText();
  const [chosen, setChosen] = useState<StaffMember | null>(null);
  const sought = useDeferredValue(search.trim());
  const query = useInfiniteQuery({
    queryKey: [...keyOf(listStaff, { query: { search: sought } }), 'pages'],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const asked = { query: { search: sought, after: pageParam } };
      return (await call(listStaff, asked, { signal })).data;
    },
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ staff }) => staff),
  });
  const columns = [...known, changeColumn(user?.id, setChosen)];
  return (
    <>
      <Group mb="md">
        <SearchField label="Search staff" text={search} onSearch={setSearch} />
      </Group>
      <Loaded
        query={query}
        failure="The staff could not be loaded."
        empty={sought === '' && nobody}
      >
        {(found) => (
          <DataTable
            label="Staff"
            columns={columns}
            rows={found}
            rowId={({ personId }) => personId}
            sortedAtFirst={AS_GIVEN}
            whenNone="No one matches. Use fewer words."
          />
        )}
      </Loaded>
      <ShowEarlier query={query} label="Show more">
        {`The first ${query.data?.length ?? 0} are shown.`}
      </ShowEarlier>
      {chosen && <StaffDialog person={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Sorted by id on the server; sorting by a column applies to the loaded rows. */
const AS_GIVEN = { column: '', direction: 'ascending' } as const;

const nobody = (
  <Empty icon={IconUsers} title="No staff yet">
    Choose Add staff to create an account and its first password.
  </Empty>
);

const stateOf = ({ isDisabled, isCampusAdmin }: StaffMember) =>
  isDisabled ? 'Disabled' : isCampusAdmin ? 'Campus admin' : 'Staff';

const known: Column<StaffMember>[] = [
  {
    id: 'name',
    label: 'Name',
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ name }) => name,
  },
  {
    id: 'id',
    label: 'Id',
    isCode: true,
    sortBy: ({ personId }) => personId.toLowerCase(),
    cell: ({ personId }) => personId,
  },
  {
    id: 'email',
    label: 'Email',
    sortBy: ({ email }) => email.toLowerCase(),
    cell: ({ email }) => email,
  },
  { id: 'state', label: 'Account', sortBy: stateOf, cell: stateOf },
  {
    id: 'classes',
    label: 'Classes',
    sortBy: ({ classes }) => classes,
    cell: ({ classes }) => classes,
  },
];

/** Campus admins cannot change their own account here. */
const changeColumn = (
  ownId: string | undefined,
  onChange: (person: StaffMember) => void,
): Column<StaffMember> => ({
  id: 'change',
  label: 'Change',
  cell: (person) =>
    person.personId === ownId ? (
      'You'
    ) : (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Change ${person.name}`}
        onClick={() => onChange(person)}
      >
        Change
      </Button>
    ),
});

/** Creates an account and shows its first password once. */
function NewStaffDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh(listStaff);
  const [made, setMade] = useState<{ name: string; password: string } | null>(null);
  const form = useForm({
    initial: { id: '', name: '', email: '' },
    check: (values) => fieldErrors(createStaff.body, values),
    send: (body) => call(createStaff, { body }),
    onSent: ({ data }, { name }) => {
      setMade({ name, password: data.password });
      return refresh();
    },
  });
  if (made) return <PasswordDialog {...made} onClose={onClose} />;
  return (
    <Dialog title="Add staff" onClose={onClose}>
      <Form form={form} submitLabel="Add staff" onCancel={onClose}>
        <TextInput label="Id" data-autofocus {...form.field('id')} />
        <TextInput label="Name" {...form.field('name')} />
        <TextInput label="Email" type="email" {...form.field('email')} />
      </Form>
    </Dialog>
  );
}
