import { Button, Skeleton, TextInput } from '@mantine/core';
import IconArrowBackUp from '~icons/arrow-back-up';
import IconDownload from '~icons/download';
import { requireLanguage } from '@vlabs/contract/runs/languages';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '../platform/calls/call.ts';
import { Loaded } from '../ui/states.tsx';
import { toastError } from '../ui/toast.ts';
import { downloadText } from '../runs/running/download-text.ts';
import classes from './HistoryDialog.module.css';
import { type PastProgram, usePastText, useRenameVersion } from './use-history.ts';

const DiffView = lazy(async () => ({ default: (await import('./DiffView.tsx')).DiffView }));

interface PastProgramViewProps {
  entry: PastProgram;
  /** The current program in the same language. */
  current: string;
  onRestore: (text: string) => void;
}

export function PastProgramView({ entry, current, onRestore }: PastProgramViewProps) {
  const past = usePastText(entry);
  const { sourceFile } = requireLanguage(entry.languageId);
  const text = past.data;
  return (
    <section className={classes.detail} aria-label="Selected program">
      <div className={classes.actions}>
        {entry.kind === 'version' && <VersionName version={entry.version} />}
        <Button
          disabled={text === undefined || text === current}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => text !== undefined && onRestore(text)}
        >
          Restore
        </Button>
        <Button
          variant="default"
          disabled={text === undefined}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => text !== undefined && downloadText(sourceFile, text)}
        >
          Download
        </Button>
      </div>
      <Loaded
        query={past}
        waiting={<Skeleton height={240} />}
        failure="The program could not be loaded."
      >
        {(before) => (
          <>
            {before === current && (
              <p className={classes.same}>This is the same as the program in the editor.</p>
            )}
            <Suspense fallback={<Skeleton height={240} />}>
              <DiffView
                before={{ name: 'Then', text: before }}
                after={{ name: 'Now, in the editor', text: current }}
                languageId={entry.languageId}
              />
            </Suspense>
          </>
        )}
      </Loaded>
    </section>
  );
}

interface VersionNameProps {
  version: { versionId: string; name: string };
}

/** Renames the version on blur or Enter. */
function VersionName({ version }: VersionNameProps) {
  const [name, setName] = useState(version.name);
  const rename = useRenameVersion();
  const keep = () => {
    const wanted = name.trim();
    if (wanted === version.name) return;
    if (wanted === '') {
      setName(version.name);
      return;
    }
    const { versionId } = version;
    rename.mutate(
      { versionId, name: wanted },
      { onError: (error) => toastError(`The name could not be saved. ${messageOf(error)}`) },
    );
  };
  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <TextInput
        aria-label="Name of the version"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={keep}
      />
    </form>
  );
}
