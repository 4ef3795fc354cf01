import { Loader } from '@mantine/core';
import IconCircle from '~icons/circle';
import IconCircleCheck from '~icons/circle-check';
import IconCircleX from '~icons/circle-x';
import type { RunState } from './run-state.ts';
import { type StatusLine, statusLine } from './status-line.ts';
import classes from './StatusBadge.module.css';

/** The status line: an icon and a text, announced on change. */
export function StatusBadge({ state }: { state: RunState }) {
  const { text, tone } = statusLine(state);
  return (
    <div className={classes.status} data-tone={tone}>
      <StatusIcon tone={tone} />
      <output>{text}</output>
    </div>
  );
}

function StatusIcon({ tone }: { tone: StatusLine['tone'] }) {
  if (tone === 'busy') return <Loader size={14} aria-hidden />;
  if (tone === 'good') return <IconCircleCheck size={18} aria-hidden />;
  if (tone === 'bad') return <IconCircleX size={18} aria-hidden />;
  return <IconCircle size={16} aria-hidden />;
}
