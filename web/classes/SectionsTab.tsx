import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import IconPlus from '~icons/plus';
import * as contract from '@vlabs/contract/classes/class-members';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { hasRight } from '@vlabs/contract/http/rights';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../platform/calls/call.ts';
import { fieldErrors } from '../platform/calls/form-errors.ts';
import { useRefresh } from '../platform/calls/query-of.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Form, useForm } from '../ui/Form.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import type { Column } from '../ui/table/table-columns.ts';
import { classPath } from './calls/class-words.ts';
import { changedCalls, useClassChange } from './calls/use-classes.ts';

type Section = ClassDetails['sections'][number];
type Open = { act: 'name' | 'remove'; section: Section } | { act: 'add' } | null;

/** The sections of a class. Their members are chosen under People. */
export function SectionsTab({ details }: { details: ClassDetails }) {
  const { classId, sections, rights, state } = details;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const mayChange = state === 'open' && hasRight(rights, 'enrol');
  return (
    <>
      <Group mb="md" justify="space-between">
        <Text c="dimmed" maw="65ch">
          Sections divide a class. Work can be for some sections, and assistants can be limited to
          theirs.
        </Text>
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={sections.length >= contract.MAX_SECTIONS}
            onClick={() => setOpen({ act: 'add' })}
          >
            Add section
          </Button>
        )}
      </Group>
      <DataTable
        label="Sections"
        rows={sections}
        rowId={({ sectionId }) => sectionId}
        sortedAtFirst={{ column: 'name', direction: 'ascending' }}
        columns={columnsOf(classId, mayChange ? setOpen : null)}
        whenNone="No sections yet."
      />
      {open?.act === 'add' && <SectionDialog classId={classId} section={null} onClose={close} />}
      {open?.act === 'name' && (
        <SectionDialog classId={classId} section={open.section} onClose={close} />
      )}
      {open?.act === 'remove' && (
        <RemoveSection classId={classId} section={open.section} onClose={close} />
      )}
    </>
  );
}

function columnsOf(
  classId: string,
  onOpen: ((open: NonNullable<Open>) => void) | null,
): Column<Section>[] {
  const columns: Column<Section>[] = [
    {
      id: 'name',
      label: 'Section',
      sortBy: ({ name }) => name.toLowerCase(),
      cell: ({ sectionId, name }) => (
        <Anchor component={Link} to={`${classPath(classId)}?section=${sectionId}`} fz="inherit">
          {name}
        </Anchor>
      ),
    },
    {
      id: 'students',
      label: 'Students',
      sortBy: ({ students }) => students,
      cell: ({ students }) => students,
    },
  ];
  if (onOpen === null) return columns;
  const actions: Column<Section> = {
    id: 'actions',
    label: 'Actions',
    cell: (section) => (
      <Group gap={6} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Rename ${section.name}`}
          onClick={() => onOpen({ act: 'name', section })}
        >
          Rename
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Remove ${section.name}`}
          onClick={() => onOpen({ act: 'remove', section })}
        >
          Remove
        </Button>
      </Group>
    ),
  };
  return [...columns, actions];
}

interface SectionDialogProps {
  classId: string;
  /** Null for a new section. */
  section: Section | null;
  onClose: () => void;
}

function SectionDialog({ classId, section, onClose }: SectionDialogProps) {
  const refresh = useRefresh(...changedCalls);
  const form = useForm({
    initial: { name: section?.name ?? '' },
    check: (values) => fieldErrors(contract.createSection.body, values),
    send: (body) =>
      section === null
        ? call(contract.createSection, { params: { classId }, body })
        : call(contract.renameSection, {
            params: { classId, sectionId: section.sectionId },
            body,
          }),
    onSent: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog title={section === null ? 'Add section' : `Rename ${section.name}`} onClose={onClose}>
      <Form form={form} submitLabel={section === null ? 'Add' : 'Save'} onCancel={onClose}>
        <TextInput label="Name" required data-autofocus {...form.field('name')} />
      </Form>
    </Dialog>
  );
}

function RemoveSection({ classId, section, onClose }: SectionDialogProps & { section: Section }) {
  const { sectionId, name } = section;
  const { mutate: remove, isPending } = useClassChange(
    () => call(contract.deleteSection, { params: { classId, sectionId } }),
    onClose,
  );
  return (
    <ConfirmDialog
      title={`Remove section ${name}?`}
      consequence="Its students stay in the class. You can’t remove a section that work is assigned to."
      confirmLabel="Remove"
      isBusy={isPending}
      onConfirm={() => remove(undefined)}
      onCancel={onClose}
    />
  );
}
