import { Button, Group, Tabs } from '@mantine/core';
import type { ClassDetails } from '@vlabs/contract/classes/classes';
import { Dialog } from '../../ui/Dialog.tsx';
import { JoiningPanel } from './JoiningPanel.tsx';
import { AddByList } from './AddByList.tsx';
import { AddBySearch } from './AddBySearch.tsx';

interface AddPeopleDialogProps {
  details: ClassDetails;
  onClose: () => void;
}

/** Three ways to add members: a list of roll numbers, a search, and a code for students. */
export function AddPeopleDialog({ details, onClose }: AddPeopleDialogProps) {
  return (
    <Dialog title="Add people" onClose={onClose}>
      <Tabs defaultValue="list" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="list">By list</Tabs.Tab>
          <Tabs.Tab value="search">By search</Tabs.Tab>
          <Tabs.Tab value="code">By code</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list">
          <AddByList details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="search">
          <AddBySearch details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="code">
          <JoiningPanel details={details} />
        </Tabs.Panel>
      </Tabs>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Dialog>
  );
}
