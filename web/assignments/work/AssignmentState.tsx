import { Text } from '@mantine/core';
import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import { formatMoment } from '../../ui/dates/dates.ts';
import { StatusLabel } from '../parts/StatusLabel.tsx';

/** The state of an assignment in words, for a teacher. */
export function stateOf({ status, isWithdrawn, prepared }: ListedAssignment): string {
  if (!prepared) return isWithdrawn === true ? 'Withdrawn' : status;
  return prepared.showFrom === null
    ? 'Not shown yet'
    : `Shown from ${formatMoment(prepared.showFrom)}`;
}

/** The progress of the class; while students don’t see the assignment, the reason. */
export function AssignmentState({ assignment }: { assignment: ListedAssignment }) {
  if (assignment.isWithdrawn !== true) return <StatusLabel status={assignment.status} />;
  return (
    <Text size="sm" c="dimmed">
      {stateOf(assignment)}
    </Text>
  );
}
