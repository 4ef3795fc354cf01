import { Tabs } from '@mantine/core';
import classes from './WorkspaceTabs.module.css';
import type { WorkspaceParts } from './WorkspacePanes.tsx';

export type WorkspaceTab = 'problem' | 'program' | 'input' | 'output';

const LABELS: Record<WorkspaceTab, string> = {
  problem: 'Problem',
  program: 'Code',
  input: 'Input',
  output: 'Output',
};
const tabs: WorkspaceTab[] = ['problem', 'program', 'input', 'output'];

export interface WorkspaceTabsProps {
  parts: WorkspaceParts;
  tab: WorkspaceTab;
  onChooseTab: (tab: WorkspaceTab) => void;
}

/** The panes as tabs, for phones. */
export function WorkspaceTabs({ parts, tab, onChooseTab }: WorkspaceTabsProps) {
  const choose = (value: string | null) => {
    const chosen = tabs.find((candidate) => candidate === value);
    if (chosen) onChooseTab(chosen);
  };
  return (
    <Tabs
      value={tab}
      onChange={choose}
      keepMounted
      keepMountedMode="display-none"
      className={classes.tabs}
    >
      <Tabs.List grow className={classes.list}>
        {tabs.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {LABELS[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((value) => (
        <Tabs.Panel key={value} value={value} className={classes.panel}>
          {parts[value]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
