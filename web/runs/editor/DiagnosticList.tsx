import type { Diagnostic } from '@vlabs/contract/runs/runs';
import { UnstyledButton } from '@mantine/core';
import IconAlertCircle from '~icons/alert-circle';
import IconAlertTriangle from '~icons/alert-triangle';
import IconInfoCircle from '~icons/info-circle';
import classes from './DiagnosticList.module.css';

interface DiagnosticListProps {
  diagnostics: readonly Diagnostic[];
  onGoTo: (diagnostic: Diagnostic) => void;
}

const ICONS: Record<Diagnostic['severity'], typeof IconInfoCircle> = {
  error: IconAlertCircle,
  warning: IconAlertTriangle,
  note: IconInfoCircle,
};

/** Compiler messages; a click moves the cursor to the line. */
export function DiagnosticList({ diagnostics, onGoTo }: DiagnosticListProps) {
  if (diagnostics.length === 0) return null;
  return (
    <section aria-label="Problems found" className={classes.problems}>
      <ul className={classes.list}>
        {diagnostics.map((diagnostic) => {
          const Icon = ICONS[diagnostic.severity];
          return (
            <li key={`${diagnostic.line}:${diagnostic.column}:${diagnostic.text}`}>
              <UnstyledButton className={classes.problem} onClick={() => onGoTo(diagnostic)}>
                <Icon size={16} aria-hidden className={classes[diagnostic.severity]} />
                <span className={classes.place}>Line {diagnostic.line}</span>
                <span>
                  <span className={classes.severity}>{diagnostic.severity}: </span>
                  {diagnostic.text}
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
