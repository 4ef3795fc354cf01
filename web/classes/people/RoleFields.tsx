import { Checkbox, Group, NativeSelect } from '@mantine/core';
import type { ClassDetails } from '@vlabs/contract/people/classes';
import { type ClassRole, classRoles } from '@vlabs/contract/rights';
import { hasRight } from '@vlabs/contract/rights';
import { roleWords } from '../class-words.ts';

export interface Part {
  role: ClassRole;
  sections: string[];
}

/** As it is sent of somebody who comes in: who is a member already stays in their sections, where none is chosen. */
export const partToAdd = ({ role, sections }: Part) => ({
  role,
  ...(sections.length > 0 && { sections }),
});

interface RoleFieldsProps {
  details: ClassDetails;
  part: Part;
  onChange: (part: Part) => void;
}

/** What somebody is in a class; who may not name its staff names students. */
export function RoleFields({ details, part, onChange }: RoleFieldsProps) {
  const { sections, rights } = details;
  const { role } = part;
  const hasSections = sections.length > 0 && (role === 'student' || role === 'assistant');
  return (
    <>
      {hasRight(rights, 'manageStaff') && (
        <NativeSelect
          label="Role"
          data={classRoles.toReversed().map((value) => ({ value, label: roleWords[value] }))}
          value={role}
          onChange={({ currentTarget }) => {
            const chosen = classRoles.find((one) => one === currentTarget.value);
            if (chosen) onChange({ role: chosen, sections: [] });
          }}
        />
      )}
      {hasSections && (
        <Checkbox.Group
          label="Sections"
          description={
            role === 'assistant'
              ? 'Without one, they assist in the whole class.'
              : 'Without one, they are in the class but in no section.'
          }
          value={part.sections}
          onChange={(chosen) => onChange({ role, sections: chosen })}
        >
          <Group mt="xs" gap="md" mah="9rem" style={{ overflowY: 'auto' }}>
            {sections.map(({ sectionId, name }) => (
              <Checkbox key={sectionId} value={sectionId} label={name} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </>
  );
}
