import { IconSquarePlus } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function QuizDetailsPage() {
  return (
    <Page heading="Create Quiz">
      <Empty icon={IconSquarePlus} title="Quizzes cannot be created yet">
        Here you will set the number of questions, the score, the class, the topic and the time of a
        quiz.
      </Empty>
    </Page>
  );
}
