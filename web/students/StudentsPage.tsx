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
          ? 'Upload the class list as a .csv or .xlsx file. You see what would change before anything is written.'
          : 'Students of your classes. Who is in a class is changed on its page, under Classes.'
      }
    >
      <Stack gap="xl">
        {isCampusAdmin && <ListUpload />}
        <StudentBrowser onPrinted={setPrinted} />
      </Stack>
    </Page>
  );
}
