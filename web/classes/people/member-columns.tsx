import { Button, Group } from '@mantine/core';
import type { Member } from '@vlabs/contract/classes/class-members';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { hasRight } from '@vlabs/contract/http/rights';
import { momentColumn } from '../../ui/table/moment-column.tsx';
import type { Column } from '../../ui/table/table-columns.ts';
import { roleWords } from '../calls/class-words.ts';

interface MemberActions extends Pick<ClassDetails, 'sections' | 'rights'> {
  onChange: (member: Member) => void;
  onRemove: (member: Member) => void;
}

export function memberColumns(actions: MemberActions): Column<Member>[] {
  const { sections, rights } = actions;
  const names = new Map(sections.map(({ sectionId, name }) => [sectionId, name]));
  const sectionsOf = (member: Member) =>
    member.sections.map((sectionId) => names.get(sectionId) ?? '').join(', ');
  const columns: Column<Member>[] = [
    {
      id: 'name',
      label: 'Name',
      sortBy: ({ name }) => name.toLowerCase(),
      text: ({ name }) => name,
      cell: ({ name }) => name,
    },
    {
      id: 'roll',
      label: 'Roll number',
      isCode: true,
      sortBy: ({ personId }) => personId,
      cell: ({ personId }) => personId,
    },
    {
      id: 'email',
      label: 'Email',
      sortBy: ({ email }) => email,
      cell: ({ email }) => email || '–',
    },
    {
      id: 'role',
      label: 'Role',
      sortBy: ({ role }) => roleWords[role],
      cell: ({ role }) => roleWords[role],
    },
    ...(sections.length > 0
      ? [
          {
            id: 'sections',
            label: 'Sections',
            sortBy: sectionsOf,
            cell: (member: Member) => sectionsOf(member) || '–',
          },
        ]
      : []),
    momentColumn({ id: 'joined', label: 'Since', moment: ({ joinedAt }) => joinedAt }),
  ];
  if (!hasRight(rights, 'enrol')) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      label: 'Actions',
      cell: (member) => <RowActions member={member} actions={actions} />,
    },
  ];
}

function RowActions({ member, actions }: { member: Member; actions: MemberActions }) {
  const { sections, rights } = actions;
  const isStaff = member.role !== 'student';
  const mayName = hasRight(rights, 'manageStaff');
  if (isStaff && !mayName) return '–';
  const { name } = member;
  return (
    <Group gap={6} wrap="nowrap">
      {(mayName || sections.length > 0) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Change ${name}`}
          onClick={() => actions.onChange(member)}
        >
          Change
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Remove ${name}`}
        onClick={() => actions.onRemove(member)}
      >
        Remove
      </Button>
    </Group>
  );
}
