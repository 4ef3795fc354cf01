import { Badge } from '@mantine/core';
import IconCircleCheck from '~icons/circle-check';
import IconPencil from '~icons/pencil';
import type { QuizStatus } from '@vlabs/contract/quizzes/quizzes';

/** The actual status of a test, for admins. */
export function QuizStatusLabel({ status }: { status: QuizStatus }) {
  return status === 'draft' ? (
    <Badge variant="default" leftSection={<IconPencil size={12} aria-hidden />}>
      Draft
    </Badge>
  ) : (
    <Badge color="lagoon" variant="outline" leftSection={<IconCircleCheck size={12} aria-hidden />}>
      Published
    </Badge>
  );
}
