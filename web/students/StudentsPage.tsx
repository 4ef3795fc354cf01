import { Stack } from '@mantine/core';
import { Page } from '../ui/Page.tsx';
import { ListUpload } from './ListUpload.tsx';
import { StudentBrowser } from './StudentBrowser.tsx';

export function StudentsPage() {
  return (
    <Page
      heading="Students"
      introduction="Upload the class list as a .csv file. You see what would change before anything is written."
    >
      <Stack gap="xl">
        <ListUpload />
        <StudentBrowser />
      </Stack>
    </Page>
  );
}
