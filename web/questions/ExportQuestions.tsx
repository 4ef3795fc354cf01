import { useMutation } from '@tanstack/react-query';
import { IconDownload, IconFileExport } from '@tabler/icons-react';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportQuestions,
  FORMAT_NAMES,
} from '@vlabs/contract/question-files';
import { messageOf } from '../platform/call.ts';
import { download } from '../platform/download.ts';
import { Dropdown } from '../ui/Dropdown.tsx';
import { DropdownItem } from '../ui/DropdownItem.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toastError, toastSuccess } from '../ui/toast.ts';

interface ExportQuestionsProps {
  uniqueId: string;
  /** What the quiz is called. */
  name: string;
}

/** The questions of a quiz as a file, in one of the formats that others read. */
export function ExportQuestions({ uniqueId, name }: ExportQuestionsProps) {
  const exporting = useMutation({
    mutationFn: async (format: ExportFormat) =>
      download(`${exportQuestions.path}?${new URLSearchParams({ format, quiz: uniqueId })}`),
    onSuccess: (file) => {
      saveFile(file.name, file.contents, file.contents.type);
      toastSuccess('The questions are exported.');
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Dropdown
      label={`Export ${name}`}
      face={
        <>
          <IconFileExport size={16} aria-hidden /> Export
        </>
      }
    >
      {EXPORT_FORMATS.map((format) => (
        <DropdownItem
          key={format}
          icon={<IconDownload size={16} aria-hidden />}
          onClick={() => exporting.mutate(format)}
        >
          {FORMAT_NAMES[format]}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
