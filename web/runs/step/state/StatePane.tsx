import { Box, Tabs, VisuallyHidden } from '@mantine/core';
import type { Snapshot } from '@vlabs/contract/runs/trace/replay';
import { memo, type ReactNode } from 'react';
import { Pane } from '../../layout/Pane.tsx';
import { Arrows } from './Arrows.tsx';
import { FrameList } from './FrameList.tsx';
import { ObjectList } from './ObjectList.tsx';
import type { Placement } from './placement.ts';
import classes from './StatePane.module.css';

interface StatePaneProps {
  snapshot: Snapshot;
  before: Snapshot | undefined;
  placement: Placement;
}

/** Variables and objects beside each other, with arrows. */
export const StatePane = memo(function StatePane(props: StatePaneProps) {
  const { snapshot, before, placement } = props;
  return (
    <Pane heading="Variables and objects">
      <Box
        component="section"
        className={classes.scroll ?? ''}
        tabIndex={0}
        aria-label="Variables and objects"
      >
        <div className={classes.plane}>
          <FrameList snapshot={snapshot} before={before} />
          <ObjectList snapshot={snapshot} before={before} placement={placement} />
          <Arrows />
        </div>
      </Box>
    </Pane>
  );
});

/** One at a time, without arrows: for phones. */
export function StateTabs({ printed, ...state }: StatePaneProps & { printed: ReactNode }) {
  const { snapshot, before, placement } = state;
  return (
    <Tabs defaultValue="variables" className={classes.tabs}>
      <Tabs.List grow>
        <Tabs.Tab value="variables">Variables</Tabs.Tab>
        <Tabs.Tab value="objects">Objects</Tabs.Tab>
        <Tabs.Tab value="output">Output</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="variables" className={classes.panel}>
        <VisuallyHidden component="h2">Variables</VisuallyHidden>
        <FrameList snapshot={snapshot} before={before} />
      </Tabs.Panel>
      <Tabs.Panel value="objects" className={classes.panel}>
        <VisuallyHidden component="h2">Objects</VisuallyHidden>
        <ObjectList snapshot={snapshot} before={before} placement={placement} />
      </Tabs.Panel>
      <Tabs.Panel value="output" className={classes.printed}>
        {printed}
      </Tabs.Panel>
    </Tabs>
  );
}
