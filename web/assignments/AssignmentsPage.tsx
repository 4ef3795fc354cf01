import { IconClipboardList } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function AssignmentsPage() {
  return (
    <Page heading="Assignments">
      <Empty icon={IconClipboardList} title="No assignments yet">
        Assignments that your teachers give you will be listed here, with what is pending and what
        you submitted.
      </Empty>
    </Page>
  );
}
