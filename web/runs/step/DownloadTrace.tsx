import { Button, Menu } from '@mantine/core';
import IconDownload from '~icons/download';
import type { Replayed } from '@vlabs/contract/runs/trace/replay';

interface DownloadTraceProps {
  trace: Replayed;
  /** The texts of the program's files by their names in the trace. */
  sources: ReadonlyMap<string, string>;
}

/** The trace as files for other programs. */
export function DownloadTrace({ trace: { written }, sources }: DownloadTraceProps) {
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => void load().then(({ saveLines }) => saveLines(written), reportError)}
        >
          Trace (JSON lines)
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            void load().then(({ saveForTutor }) => saveForTutor(written, sources), reportError)
          }
        >
          For Python Tutor
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const load = () => import('./trace-files.ts');
