import { IconUsers } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function StudentsPage() {
  return (
    <Page heading="Students">
      <Empty icon={IconUsers} title="No student list yet">
        The student list will be uploaded here as a .csv file, and shown as cards with the details
        of each student.
      </Empty>
    </Page>
  );
}
