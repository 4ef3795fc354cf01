import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getAudienceReach } from '@vlabs/contract/students/audience-choices';
import type { QuizSettings } from '@vlabs/contract/quizzes/quizzes';
import { queryOf } from '../../platform/calls/query-of.ts';
import { useIsCampusAdmin } from '../../platform/calls/use-account.ts';

/** Says to how many students Create shows the test. */
export function PublishNote({ audience }: { audience: QuizSettings['audience'] }) {
  const isCampusAdmin = useIsCampusAdmin();
  const { data } = useQuery({
    ...queryOf(getAudienceReach, { body: audience }),
    enabled: isCampusAdmin || audience.inClass !== undefined,
  });
  if (!data) return null;
  const { reached } = data;
  return (
    <Text size="sm">
      {reached === 0
        ? 'No student is in the audience yet.'
        : `Create shows this test to ${reached === 1 ? '1 student' : `${reached} students`} at once.`}
    </Text>
  );
}
