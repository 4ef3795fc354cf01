import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useIsCampusAdmin } from '../platform/calls/use-account.ts';
import { Page } from '../ui/frame/Page.tsx';
import { CodeSheet } from './CodeSheet.tsx';
import { ListUpload } from './list/ListUpload.tsx';
import { StudentBrowser } from './StudentBrowser.tsx';
import type { PrintedCodes } from './use-registrations.ts';

export function StudentsPage() {
  const isCampusAdmin = useIsCampusAdmin();
  const [printed, setPrinted] = useState<PrintedCodes | null>(null);
  if (printed) return <CodeSheet printed={printed} onClose={() => setPrinted(null)} />;
  return (
    <Page
      heading="Students"
      width="whole"
      introduction={
        isCampusAdmin
          ? 'Upload a class list as a .csv or .xlsx file. You can review the changes before they’re saved.'
          : 'Students of your classes. To add or remove students, open the class under Classes.'
      }
    >
      <Stack gap="xl">
        {isCampusAdmin && <ListUpload />}
        <StudentBrowser onPrinted={setPrinted} />
      </Stack>
    </Page>
  );
}
