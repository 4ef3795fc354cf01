import { Checkbox, Group, NativeSelect } from '@mantine/core';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { type ClassRole, classRoles } from '@vlabs/contract/http/rights';
import { hasRight } from '@vlabs/contract/http/rights';
import { roleWords } from '../calls/class-words.ts';

export interface Part {
  role: ClassRole;
  sections: string[];
}

/** The role and sections as sent; without sections, existing members keep theirs. */
export const partToAdd = ({ role, sections }: Part) => ({
  role,
  ...(sections.length > 0 && { sections }),
});

interface RoleFieldsProps {
  details: ClassDetails;
  part: Part;
  onChange: (part: Part) => void;
}

/** Role and sections of a member. Without the right to manage staff, only students. */
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
              ? 'Leave empty to assist in the whole class.'
              : 'Leave empty for no section.'
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
