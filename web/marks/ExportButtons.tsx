import { Button } from '@mantine/core';
import IconDownload from '~icons/download';
import { useMutation } from '@tanstack/react-query';
import { exportMarksCsv, exportMarksXlsx } from '@vlabs/contract/marks/marks';
import { messageOf } from '../platform/calls/call.ts';
import { download } from '../platform/files/download.ts';
import { saveFile } from '../ui/save-file.ts';
import { toastError } from '../ui/toast.ts';

const formats = [
  { label: 'Export Excel', path: exportMarksXlsx.path },
  { label: 'Export CSV', path: exportMarksCsv.path },
];

/** Exports with the arranged columns: all students in scope, or one section. */
export function ExportButtons({
  classId,
  section,
}: {
  classId: string;
  section: string | undefined;
}) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (path: string) => {
      const query = section === undefined ? '' : `?${new URLSearchParams({ section })}`;
      return download(path.replace(':classId', classId) + query);
    },
    onSuccess: ({ name, contents }) => saveFile(name, contents, contents.type),
    onError: (error) => toastError(`The export failed. ${messageOf(error)}`),
  });
  return formats.map(({ label, path }) => (
    <Button
      key={path}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isPending && variables === path}
      onClick={() => mutate(path)}
    >
      {label}
    </Button>
  ));
}
