import { IconListDetails } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function QuizBuilderPage() {
  return (
    <Page heading="Question builder">
      <Empty icon={IconListDetails} title="No quiz to build">
        The questions of a quiz will be written here, after its details were filled in under Create
        Quiz.
      </Empty>
    </Page>
  );
}
