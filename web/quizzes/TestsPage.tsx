import { IconListCheck } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function TestsPage() {
  return (
    <Page heading="Tests">
      <Empty icon={IconListCheck} title="No tests yet">
        Quizzes assigned to you will be listed here, each with its start, its end and a button to
        start it.
      </Empty>
    </Page>
  );
}
