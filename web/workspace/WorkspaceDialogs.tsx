import type { LanguageId } from '@vlabs/contract/runs/languages';
import { lazy, Suspense, useState } from 'react';
import type { UseProgram } from '../programs/use-program.ts';

const HistoryDialog = lazy(async () => ({
  default: (await import('../programs/HistoryDialog.tsx')).HistoryDialog,
}));
const DivergedDialog = lazy(async () => ({
  default: (await import('../programs/DivergedDialog.tsx')).DivergedDialog,
}));

interface WorkspaceDialogsProps {
  assignment: string;
  program: UseProgram;
  onRestore: (languageId: LanguageId, text: string, name: string) => void;
  dialogs: UseDialogs;
}

export interface UseDialogs {
  showsHistory: boolean;
  setShowsHistory: (shows: boolean) => void;
  /** The student has postponed choosing between the two versions. */
  isDecidingLater: boolean;
  setIsDecidingLater: (isLater: boolean) => void;
}

export function useDialogs(): UseDialogs {
  const [showsHistory, setShowsHistory] = useState(false);
  const [isDecidingLater, setIsDecidingLater] = useState(false);
  return { showsHistory, setShowsHistory, isDecidingLater, setIsDecidingLater };
}

/** The dialogs of the Workspace, loaded on first use. */
export function WorkspaceDialogs(props: WorkspaceDialogsProps) {
  const { assignment, program, onRestore, dialogs } = props;
  const { divergence, choose } = program.drafts;
  return (
    <Suspense>
      {dialogs.showsHistory && (
        <HistoryDialog
          assignment={assignment}
          currentSource={program.currentSource}
          onRestore={onRestore}
          onClose={() => dialogs.setShowsHistory(false)}
        />
      )}
      {divergence && !dialogs.isDecidingLater && (
        <DivergedDialog
          divergence={divergence}
          textHere={program.textOf(divergence.part)}
          onChoose={(choice) => choose(divergence, choice)}
          onLater={() => dialogs.setIsDecidingLater(true)}
        />
      )}
    </Suspense>
  );
}
