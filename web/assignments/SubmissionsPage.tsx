import { IconInbox } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function SubmissionsPage() {
  return (
    <Page heading="Submissions">
      <Empty icon={IconInbox} title="No submissions yet">
        What students hand in will be listed here, to be read and marked.
      </Empty>
    </Page>
  );
}
