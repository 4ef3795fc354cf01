import { IconHelpCircle } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function AttemptPage() {
  return (
    <Page heading="Quiz">
      <Empty icon={IconHelpCircle} title="No questions available. Please check back later.">
        The questions of a quiz that you started will be shown here, with the time that is left.
      </Empty>
    </Page>
  );
}
