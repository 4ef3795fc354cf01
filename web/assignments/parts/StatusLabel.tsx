import IconCheck from '~icons/check';
import IconClock from '~icons/clock';
import IconSend from '~icons/send';
import type { AssignmentStatus } from '@vlabs/contract/assignments/assignments';
import classes from './StatusLabel.module.css';

const icons = { Pending: IconClock, Submitted: IconSend, Marked: IconCheck };

interface StatusLabelProps {
  status: AssignmentStatus;
  isLate?: boolean;
}

/** A status with its icon. */
export function StatusLabel({ status, isLate = false }: StatusLabelProps) {
  const Icon = icons[status];
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={15} aria-hidden />
      {status}
      {isLate && ', late'}
    </span>
  );
}
