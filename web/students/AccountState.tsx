import { Badge } from '@mantine/core';
import IconCheck from '~icons/check';
import IconClock from '~icons/clock';
import IconLock from '~icons/lock';
import IconUserQuestion from '~icons/user-question';
import {
  type AccountState as State,
  accountStateOf,
  type Student,
} from '@vlabs/contract/students/students';

const states = {
  Registered: IconCheck,
  Guest: IconUserQuestion,
  'Not registered yet': IconClock,
  Disabled: IconLock,
} as const satisfies Record<State, unknown>;

/** Whether the student can sign in, or is an unconfirmed guest. */
export function AccountState({ student }: { student: Student }) {
  const state = accountStateOf(student);
  const Icon = states[state];
  return (
    <Badge
      variant="default"
      tt="none"
      miw="max-content"
      leftSection={<Icon size={13} aria-hidden />}
    >
      {state}
    </Badge>
  );
}
