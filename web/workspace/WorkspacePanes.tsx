import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import classes from './WorkspacePanes.module.css';

export interface WorkspaceParts {
  problem: ReactNode;
  program: ReactNode;
  input: ReactNode;
  output: ReactNode;
}

/** Three panes side by side, the last one split; each size is remembered in this browser. */
export function WorkspacePanes({ problem, program, input, output }: WorkspaceParts) {
  const columns = useDefaultLayout({ id: 'vlabs.workspace.columns', storage: localStorage });
  const rows = useDefaultLayout({ id: 'vlabs.workspace.rows', storage: localStorage });
  return (
    <Group
      className={classes.panes}
      defaultLayout={columns.defaultLayout}
      onLayoutChanged={columns.onLayoutChanged}
    >
      <Panel id="problem" defaultSize="20%" minSize="8%">
        {problem}
      </Panel>
      <Separator className={classes.upright} aria-label="Width of the problem statement" />
      <Panel id="program" defaultSize="48%" minSize="25%">
        {program}
      </Panel>
      <Separator className={classes.upright} aria-label="Width of the editor" />
      <Panel id="input-output" defaultSize="32%" minSize="18%">
        <Group
          orientation="vertical"
          defaultLayout={rows.defaultLayout}
          onLayoutChanged={rows.onLayoutChanged}
        >
          <Panel id="input" defaultSize="30%" minSize="15%">
            {input}
          </Panel>
          <Separator className={classes.level} aria-label="Height of the input" />
          <Panel id="output" defaultSize="70%" minSize="25%">
            {output}
          </Panel>
        </Group>
      </Panel>
    </Group>
  );
}
