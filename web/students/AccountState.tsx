import { Badge } from '@mantine/core';
import { IconCheck, IconClock, IconLock } from '@tabler/icons-react';
import type { Student } from '@vlabs/contract/students';

const states = {
  Registered: { icon: IconCheck, color: 'green.9' },
  'Not registered yet': { icon: IconClock, color: 'gray.7' },
  Disabled: { icon: IconLock, color: 'red.9' },
} as const;

export function accountStateOf(
  student: Pick<Student, 'registeredAt' | 'disabledAt'>,
): keyof typeof states {
  if (student.disabledAt !== null) return 'Disabled';
  return student.registeredAt === null ? 'Not registered yet' : 'Registered';
}

/** Whether the student can sign in. */
export function AccountState({ student }: { student: Student }) {
  const state = accountStateOf(student);
  const { icon: Icon, color } = states[state];
  return (
    <Badge
      variant="outline"
      color={color}
      tt="none"
      autoContrast
      leftSection={<Icon size={13} aria-hidden />}
    >
      {state}
    </Badge>
  );
}
