import { Button, Group, Select, Text, Tabs, Stack } from '@mantine/core';
import IconUserPlus from '~icons/user-plus';
import IconUsers from '~icons/users';
import { type Member, removeMember } from '@vlabs/contract/classes/class-members';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { hasRight } from '@vlabs/contract/http/rights';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../platform/calls/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ShowEarlier } from '../../ui/ShowEarlier.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { CsvButton } from '../../ui/table/CsvButton.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { SearchField } from '../../ui/table/SearchField.tsx';
import { useSearchText } from '../../ui/table/use-search-text.ts';
import { countPeople } from '../calls/class-words.ts';
import {
  type MemberFilter,
  loadMembers,
  useClassChange,
  useMemberPages,
} from '../calls/use-classes.ts';
import { memberColumns } from './member-columns.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { JoiningPanel } from './JoiningPanel.tsx';
import { AddByList } from './AddByList.tsx';
import { AddBySearch } from './AddBySearch.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { RoleFields, type Part } from './RoleFields.tsx';
import { useAddMembers } from './use-add-members.ts';

type Open = { act: 'change' | 'remove'; member: Member } | { act: 'add' } | null;

/** The members of a class and their roles. */
export function PeopleTab({ details }: { details: ClassDetails }) {
  const { classId, rights, state, sections } = details;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const [search, setSearch] = useSearchText();
  const [address, setAddress] = useSearchParams();
  const role = readRole(address.get('role'));
  const section = sections.find(({ sectionId }) => sectionId === address.get('section'))?.sectionId;
  const sought = useDeferredValue(search.trim());
  const filter: MemberFilter = {
    search: sought,
    ...(role && { role }),
    ...(section && { section }),
  };
  const query = useMemberPages(classId, filter);
  const isOpen = state === 'open';
  const mayEnrol = isOpen && hasRight(rights, 'enrol');
  const isAll = sought === '' && role === null && section === undefined;
  const columns = memberColumns({
    sections,
    rights: isOpen ? rights : [],
    onChange: (member) => setOpen({ act: 'change', member }),
    onRemove: (member) => setOpen({ act: 'remove', member }),
  });
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
        <SearchField label="Search people" text={search} onSearch={setSearch} />
        <Select
          flex="1 1 7rem"
          label="Who"
          placeholder="Everyone"
          clearable
          clearButtonProps={{ 'aria-label': 'Show everyone' }}
          data={[
            { value: 'student', label: 'Students' },
            { value: 'staff', label: 'Staff' },
          ]}
          value={role}
          onChange={(value) => choose('role', value)}
        />
        {sections.length > 0 && (
          <Select
            flex="1 1 7rem"
            label="Section"
            placeholder="All"
            clearable
            clearButtonProps={{ 'aria-label': 'Show all sections' }}
            searchable
            data={sections.map(({ sectionId, name }) => ({ value: sectionId, label: name }))}
            value={section ?? null}
            onChange={(value) => choose('section', value)}
          />
        )}
        {mayEnrol && (
          <Button
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setOpen({ act: 'add' })}
          >
            Add people
          </Button>
        )}
      </Group>
      <Loaded query={query} failure="The members could not be loaded.">
        {({ members, total }) => (
          <>
            <Group mb="sm" justify="space-between">
              <Text component="output" c="dimmed" size="sm">
                {countPeople(total)}
              </Text>
              <CsvButton
                name="people"
                columns={columns}
                rows={members}
                loadAll={query.hasNextPage ? () => loadMembers(classId, filter) : undefined}
              />
            </Group>
            <DataTable
              label="People"
              columns={columns}
              rows={members}
              rowId={({ personId }) => personId}
              sortedAtFirst={{ column: '', direction: 'ascending' }}
              whenNone="No one matches. Remove a filter or use fewer words."
            />
            {isAll && mayEnrol && members.every((member) => member.role !== 'student') && (
              <Empty icon={IconUsers} title="No students yet">
                Choose Add people to add students by roll number, by name or with a join code.
              </Empty>
            )}
            <ShowEarlier query={query} label="Show more">
              {`The first ${members.length} are shown.`}
            </ShowEarlier>
          </>
        )}
      </Loaded>
      {open?.act === 'add' && <AddPeopleDialog details={details} onClose={close} />}
      {open?.act === 'change' && (
        <ChangeMemberDialog details={details} member={open.member} onClose={close} />
      )}
      {open?.act === 'remove' && (
        <RemoveMember details={details} member={open.member} onClose={close} />
      )}
    </>
  );
}

const readRole = (text: string | null) => (text === 'staff' || text === 'student' ? text : null);

interface RemoveMemberProps {
  details: ClassDetails;
  member: Member;
  onClose: () => void;
}

function RemoveMember({ details, member, onClose }: RemoveMemberProps) {
  const { personId, name, role } = member;
  const { mutate: remove, isPending } = useClassChange(
    () => call(removeMember, { params: { classId: details.classId, personId } }),
    onClose,
  );
  return (
    <ConfirmDialog
      title={`Remove ${name} from the class?`}
      consequence={
        role === 'student'
          ? 'They’ll no longer see new work. Their results are kept, and a test in progress continues. You can add them again.'
          : 'They lose access to the class. You can add them again.'
      }
      confirmLabel="Remove"
      isBusy={isPending}
      onConfirm={() => remove(undefined)}
      onCancel={onClose}
    />
  );
}

interface AddPeopleDialogProps {
  details: ClassDetails;
  onClose: () => void;
}

/** Three ways to add members: a list of roll numbers, a search, and a code for students. */
function AddPeopleDialog({ details, onClose }: AddPeopleDialogProps) {
  return (
    <Dialog title="Add people" onClose={onClose}>
      <Tabs defaultValue="list" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="list">By list</Tabs.Tab>
          <Tabs.Tab value="search">By search</Tabs.Tab>
          <Tabs.Tab value="code">By code</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list">
          <AddByList details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="search">
          <AddBySearch details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="code">
          <JoiningPanel details={details} />
        </Tabs.Panel>
      </Tabs>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Dialog>
  );
}

interface ChangeMemberDialogProps {
  details: ClassDetails;
  member: Member;
  onClose: () => void;
}

/** A member's role and sections. */
function ChangeMemberDialog({ details, member, onClose }: ChangeMemberDialogProps) {
  const { personId, name, role, sections } = member;
  const [part, setPart] = useState<Part>({ role, sections });
  const { mutate, isPending, data } = useAddMembers(details.classId, ({ refused }) => {
    if (refused.length === 0) onClose();
  });
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      <Stack gap="md">
        <RoleFields details={details} part={part} onChange={setPart} />
        <FormMessage message={data?.refused[0]?.why ?? null} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPending} onClick={() => mutate({ personIds: [personId], ...part })}>
            Save
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
