import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import IconDownload from '~icons/download';
import IconFileExport from '~icons/file-export';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportQuestions,
  FORMAT_NAMES,
} from '@vlabs/contract/questions/question-files';
import { useState } from 'react';
import { messageOf } from '../platform/calls/call.ts';
import { download } from '../platform/files/download.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { FormMessage } from '../ui/FormMessage.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toastSuccess } from '../ui/toast.ts';

const ABOUT: Record<ExportFormat, string> = {
  gift: 'Text for Moodle that is easy to edit. It holds no points.',
  'moodle-xml': 'For the question bank of Moodle.',
  qti12: 'A package for Canvas.',
  qti21: 'A package for learning systems that do not import QTI 3.0.',
  qti3: 'A package for other learning systems.',
  aiken: 'Plain text with one line per question and option. It holds no points.',
  csv: 'A table with one question a line, for spreadsheets.',
};

interface ExportQuestionsProps {
  uniqueId: string;
  /** The name of the test. */
  name: string;
}

/** Downloads the questions of a test in a format of other programs. */
export function ExportQuestions({ uniqueId, name }: ExportQuestionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Export ${name}`}
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Export
      </Button>
      {isOpen && <ExportDialog uniqueId={uniqueId} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExportDialog({ uniqueId, onClose }: { uniqueId: string; onClose: () => void }) {
  const exporting = useMutation({
    mutationFn: async (format: ExportFormat) =>
      download(`${exportQuestions.path}?${new URLSearchParams({ format, quiz: uniqueId })}`),
    onSuccess: (file) => {
      saveFile(file.name, file.contents, file.contents.type);
      toastSuccess('Questions exported.');
      onClose();
    },
  });
  return (
    <Dialog title="Export questions" onClose={onClose}>
      <Stack gap="sm">
        {EXPORT_FORMATS.map((format) => (
          <div key={format}>
            <Button
              fullWidth
              justify="flex-start"
              variant="default"
              disabled={exporting.isPending}
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => exporting.mutate(format)}
            >
              {FORMAT_NAMES[format]}
            </Button>
            <Text size="sm" c="dimmed" mt={4}>
              {ABOUT[format]}
            </Text>
          </div>
        ))}
        {exporting.error && <FormMessage message={messageOf(exporting.error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
