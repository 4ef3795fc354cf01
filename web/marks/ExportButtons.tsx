import { exportMarksCsv, exportMarksXlsx } from '@vlabs/contract/marks/marks';
import { DownloadButton } from '../ui/DownloadButton.tsx';

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
  const query = section === undefined ? '' : `?${new URLSearchParams({ section })}`;
  return formats.map(({ label, path }) => (
    <DownloadButton
      key={path}
      label={label}
      address={path.replace(':classId', classId) + query}
      failure="The export failed."
    />
  ));
}
