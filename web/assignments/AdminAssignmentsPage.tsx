import { IconClipboardList } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function AdminAssignmentsPage() {
  return (
    <Page heading="Assignments">
      <Empty icon={IconClipboardList} title="No assignments yet">
        Assignments that you create will be listed here, with how many students have submitted each.
      </Empty>
    </Page>
  );
}
