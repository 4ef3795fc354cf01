import { Button } from '@mantine/core';
import IconDownload from '~icons/download';
import { useMutation } from '@tanstack/react-query';
import { csvText } from '@vlabs/contract/text/csv-text';
import { messageOf } from '../platform/calls/call.ts';
import { saveFile } from '../ui/save-file.ts';
import { exportLines } from '../ui/table/table-columns.ts';
import { toastError } from '../ui/toast.ts';
import { exportColumns } from './student-columns.tsx';
import { loadStudents, type StudentFilter } from './list/use-students.ts';

interface ExportStudentsButtonProps {
  filter: StudentFilter;
  hasStudents: boolean;
}

/** Exports all matching students as a student list, loaded or not. */
export function ExportStudentsButton({ filter, hasStudents }: ExportStudentsButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const found = await loadStudents(filter);
      // Without guests: importing the file again would make them students.
      const students = found.filter(({ isGuest }) => !isGuest);
      return csvText(exportLines(exportColumns(students), students));
    },
    onSuccess: (text) => saveFile('students.csv', text, 'text/csv;charset=utf-8'),
    onError: (error) => toastError(`The export failed. ${messageOf(error)}`),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={!hasStudents}
      loading={isPending}
      onClick={() => mutate()}
    >
      Export CSV
    </Button>
  );
}
