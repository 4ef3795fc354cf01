import { IconFilePlus } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function CreateAssignmentPage() {
  return (
    <Page heading="Create Assignments">
      <Empty icon={IconFilePlus} title="Assignments cannot be created yet">
        Here you will choose a file or type the question, and give it to your students.
      </Empty>
    </Page>
  );
}
