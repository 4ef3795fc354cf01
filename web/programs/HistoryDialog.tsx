import { Button, SegmentedControl, Text } from '@mantine/core';
import IconFileZip from '~icons/file-zip';
import type { LanguageId } from '@vlabs/contract/runs/languages';
import { useState } from 'react';
import { messageOf } from '../platform/calls/call.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { LinesSkeleton, Loaded } from '../ui/states.tsx';
import { toastError } from '../ui/toast.ts';
import { downloadAll } from './download-programs.ts';
import classes from './HistoryDialog.module.css';
import { HistoryEntry } from './HistoryEntry.tsx';
import { PastProgramView } from './PastProgramView.tsx';
import { type HistoryKind, type PastProgram, useHistory } from './use-history.ts';

interface HistoryDialogProps {
  assignment: string;
  currentSource: (languageId: LanguageId) => string;
  onRestore: (languageId: LanguageId, text: string, name: string) => void;
  onClose: () => void;
}

const NOT_READ = 'The history could not be loaded.';

const EMPTY_WORDS: Record<HistoryKind, string> = {
  version: 'No versions yet. Save keeps one and runs it.',
  run: 'No runs yet. Execute runs the program in the editor.',
};

/** Versions and runs, to compare with the current program, restore and download. */
export function HistoryDialog(props: HistoryDialogProps) {
  const { assignment, currentSource, onClose } = props;
  const [kind, setKind] = useState<HistoryKind>('version');
  const history = useHistory(kind, assignment);

  return (
    <Dialog title="History" size="wide" onClose={onClose}>
      <div className={classes.top}>
        <SegmentedControl
          aria-label="Show"
          value={kind}
          onChange={(value) => setKind(value === 'run' ? 'run' : 'version')}
          data={[
            { value: 'version', label: 'Versions' },
            { value: 'run', label: 'Runs' },
          ]}
        />
        <DownloadAll assignment={assignment} currentSource={currentSource} />
        <Button variant="default" ml="auto" onClick={onClose}>
          Close
        </Button>
      </div>
      <Loaded
        query={history}
        waiting={<LinesSkeleton lines={5} />}
        failure={NOT_READ}
        empty={<Text c="dimmed">{EMPTY_WORDS[kind]}</Text>}
      >
        {(entries) => <Entries {...props} kind={kind} entries={entries} history={history} />}
      </Loaded>
    </Dialog>
  );
}

interface EntriesProps extends Pick<HistoryDialogProps, 'currentSource' | 'onRestore'> {
  kind: HistoryKind;
  entries: PastProgram[];
  history: ReturnType<typeof useHistory>;
}

function Entries({ kind, entries, history, currentSource, onRestore }: EntriesProps) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = entries.find(({ id }) => id === chosenId) ?? entries[0];
  const showOlder = async () => {
    const { error } = await history.fetchNextPage();
    if (error) toastError(`${NOT_READ} ${messageOf(error)}`);
  };
  if (!chosen) return null;
  return (
    <div className={classes.body}>
      <div className={classes.side}>
        <ul className={classes.list} aria-label={kind === 'run' ? 'Runs' : 'Versions'}>
          {entries.map((entry) => (
            <HistoryEntry
              key={entry.id}
              entry={entry}
              isChosen={entry === chosen}
              onChoose={() => setChosenId(entry.id)}
            />
          ))}
        </ul>
        {history.hasNextPage && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={history.isFetchingNextPage}
            onClick={() => void showOlder()}
          >
            Show older
          </Button>
        )}
      </div>
      <PastProgramView
        key={chosen.id}
        entry={chosen}
        current={currentSource(chosen.languageId)}
        onRestore={(text) => onRestore(chosen.languageId, text, nameOf(chosen))}
      />
    </div>
  );
}

function nameOf(entry: PastProgram): string {
  return entry.kind === 'version' ? entry.version.name : 'a run';
}

function DownloadAll(props: Pick<HistoryDialogProps, 'assignment' | 'currentSource'>) {
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      await downloadAll(props.assignment, props.currentSource);
    } catch (error) {
      toastError(`The download could not be prepared. ${messageOf(error)}`);
    }
    setIsBusy(false);
  };
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconFileZip size={16} aria-hidden />}
      onClick={() => void download()}
    >
      Download all
    </Button>
  );
}
