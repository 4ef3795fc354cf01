import { Button, Group } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function SubmittedPage() {
  return (
    <Page heading="Submitted quiz">
      <Empty icon={IconCircleCheck} title="Nothing submitted yet">
        Your answers and your score will be shown here once you submitted this quiz.
      </Empty>
      <Group mt="lg" justify="center">
        <Button component={Link} to="/" variant="default">
          Back to Dashboard
        </Button>
      </Group>
    </Page>
  );
}
