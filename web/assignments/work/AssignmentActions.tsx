import { Button, Group } from '@mantine/core';
import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import { useState } from 'react';
import { Link } from 'react-router';
import { useWrites } from '../../platform/calls/use-account.ts';
import { editPath, handInsPath } from '../../platform/page-paths.ts';
import { ShowDialog } from './ShowDialog.tsx';
import { useShowAssignment } from './use-show-assignment.ts';

export interface Actions {
  onWithdraw: (assignment: ListedAssignment) => void;
  onGiveAgain: (assignment: ListedAssignment) => void;
  busyId: string | null;
}

interface AssignmentActionsProps {
  assignment: ListedAssignment;
  actions: Actions;
}

/** The actions of a row. */
export function AssignmentActions({ assignment, actions }: AssignmentActionsProps) {
  const { id, title, classId } = assignment;
  const writes = useWrites(classId);
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        component={Link}
        to={handInsPath(id)}
        size="compact-sm"
        variant="default"
        aria-label={`Open ${title}`}
      >
        Open
      </Button>
      {writes && (
        <>
          <Button
            component={Link}
            to={editPath(id)}
            size="compact-sm"
            variant="default"
            aria-label={`Edit ${title}`}
          >
            Edit
          </Button>
          {!assignment.prepared && <WithdrawButton assignment={assignment} actions={actions} />}
          <ShowButtons assignment={assignment} />
        </>
      )}
    </Group>
  );
}

function WithdrawButton({ assignment, actions }: AssignmentActionsProps) {
  const isWithdrawn = assignment.isWithdrawn === true;
  const label = isWithdrawn ? 'Assign again' : 'Withdraw';
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={actions.busyId === assignment.id}
      aria-label={`${label} ${assignment.title}`}
      onClick={() => (isWithdrawn ? actions.onGiveAgain : actions.onWithdraw)(assignment)}
    >
      {label}
    </Button>
  );
}

/** Shows a prepared assignment or changes its time; hides one that nobody has handed in. */
function ShowButtons({ assignment }: { assignment: ListedAssignment }) {
  const { id, title, prepared, isWithdrawn, counts } = assignment;
  const [isChoosing, setIsChoosing] = useState(false);
  const { mutate, isPending } = useShowAssignment();
  const canHide = isWithdrawn !== true && counts?.submitted === 0;
  if (!prepared && !canHide) return null;
  const label = prepared ? 'Change time' : 'Hide';
  return (
    <>
      {prepared && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isPending}
          aria-label={`Show now: ${title}`}
          onClick={() => mutate({ id, showFrom: 'now' })}
        >
          Show now
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${label}: ${title}`}
        onClick={() => setIsChoosing(true)}
      >
        {label}
      </Button>
      {isChoosing && <ShowDialog assignment={assignment} onClose={() => setIsChoosing(false)} />}
    </>
  );
}
