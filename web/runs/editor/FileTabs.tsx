import { ActionIcon, Button, Group } from '@mantine/core';
import { findProblem } from '@vlabs/contract/runs/program-text';
import { type SubmitEvent, useState } from 'react';
import IconFilePlus from '~icons/file-plus';
import IconLock from '~icons/lock';
import IconPencil from '~icons/pencil';
import IconTrash from '~icons/trash';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileNameInput } from './FileNameInput.tsx';
import classes from './FileTabs.module.css';
import type { EditorFiles } from './use-editor-files.ts';

/** The files of a program of several files, and what can be done with the one that is open. */
export function FileTabs({ files, isReadOnly }: { files: EditorFiles; isReadOnly: boolean }) {
  const { mainName, paths, givenPaths, active, open } = files;
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  if (paths.length + givenPaths.length === 0) return null;
  return (
    <div className={classes.bar}>
      <ul className={classes.tabs} aria-label="Files of the program">
        {['', ...paths].map((path) => (
          <li key={path}>
            <button
              type="button"
              className={classes.tab}
              aria-pressed={path === active}
              title={path === '' ? 'The main file' : path}
              onClick={() => open(path)}
            >
              {path === '' ? mainName : path}
            </button>
          </li>
        ))}
        {givenPaths.map((path) => (
          <li key={path}>
            <button
              type="button"
              className={classes.tab}
              aria-label={`${path}, read only`}
              aria-pressed={path === active}
              title="From your teacher. You cannot change it."
              onClick={() => open(path)}
            >
              {path}
              <IconLock size={12} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {active !== '' && !isReadOnly && !files.isGiven && (
        <div className={classes.tools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Rename ${active}`}
            onClick={() => setAsked('rename')}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Delete ${active}`}
            onClick={() => setAsked('delete')}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {asked === 'rename' && (
        <FileNameDialog
          title={`Rename ${active}`}
          label="Rename"
          first={active}
          others={[...paths.filter((path) => path !== active), ...givenPaths]}
          mainName={mainName}
          onChosen={(path) => {
            files.rename(active, path);
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete ${active}`}
          consequence="The file is removed from the program. Versions that you saved before keep it."
          confirmLabel="Delete"
          isBusy={false}
          onConfirm={() => {
            files.remove(active);
            setAsked(null);
          }}
          onCancel={() => setAsked(null)}
        />
      )}
    </div>
  );
}

export function AddFile({ files }: { files: EditorFiles }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Add a file"
        title="Add a file to this program"
        onClick={() => setIsAsking(true)}
      >
        <IconFilePlus size={18} aria-hidden />
      </ActionIcon>
      {isAsking && (
        <FileNameDialog
          title="Add a file"
          label="Add"
          first=""
          others={[...files.paths, ...files.givenPaths]}
          mainName={files.mainName}
          onChosen={(path) => {
            files.add(path);
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface FileNameDialogProps {
  title: string;
  label: string;
  first: string;
  others: readonly string[];
  mainName: string;
  onChosen: (path: string) => void;
  onClose: () => void;
}

function FileNameDialog(props: FileNameDialogProps) {
  const { title, label, first, others, mainName, onChosen, onClose } = props;
  const [path, setPath] = useState(first);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = path.trim();
    const found = findProblem([...others, wanted], mainName);
    setProblem(found);
    if (found === null) onChosen(wanted);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <FileNameInput data-autofocus value={path} error={problem} onChange={setPath} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{label}</Button>
        </Group>
      </form>
    </Dialog>
  );
}
