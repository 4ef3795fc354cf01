import { Button, Group, Stack } from '@mantine/core';
import type { Member } from '@vlabs/contract/classes/class-members';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormMessage } from '../../ui/FormMessage.tsx';
import { RoleFields, type Part } from './RoleFields.tsx';
import { useAddMembers } from './use-add-members.ts';

interface ChangeMemberDialogProps {
  details: ClassDetails;
  member: Member;
  onClose: () => void;
}

/** A member's role and sections. */
export function ChangeMemberDialog({ details, member, onClose }: ChangeMemberDialogProps) {
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
