import { IconListCheck } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function QuizViewPage() {
  return (
    <Page heading="View Quizzes">
      <Empty icon={IconListCheck} title="No quizzes yet">
        Quizzes that you create will be listed here, as drafts and as published tests.
      </Empty>
    </Page>
  );
}
