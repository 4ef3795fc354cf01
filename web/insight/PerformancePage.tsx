import { IconChartBar } from '@tabler/icons-react';
import { Page } from '../ui/Page.tsx';
import { Empty } from '../ui/states.tsx';

export function PerformancePage() {
  return (
    <Page heading="Performance">
      <Empty icon={IconChartBar} title="No results yet">
        How the class did, which questions failed and who needs help will be shown here once tests
        were taken.
      </Empty>
    </Page>
  );
}
