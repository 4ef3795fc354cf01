import type { Diagnostic } from '@vlabs/contract/runs';
import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '../platform/session.ts';
import { toastSuccess } from '../ui/toast.ts';
import type { CodeEditorHandle } from './CodeEditor.tsx';
import { EditorPane } from './EditorPane.tsx';
import { InputPane } from './InputPane.tsx';
import type { LanguageId } from './languages.ts';
import { OutputPanel } from './OutputPanel.tsx';
import { ProblemPane } from './ProblemPane.tsx';
import { isBusy, type RunState } from './run-state.ts';
import { useUnavailability } from './use-availability.ts';
import { useProgram } from './use-program.ts';
import { useRun } from './use-run.ts';
import { WorkspaceNotices } from './WorkspaceNotices.tsx';
import classes from './WorkspacePage.module.css';
import { WorkspacePanes } from './WorkspacePanes.tsx';
import { type WorkspaceTab, WorkspaceTabs } from './WorkspaceTabs.tsx';
import { WorkspaceToolbar } from './WorkspaceToolbar.tsx';

const phone = '(max-width: 48rem)';
const none: readonly Diagnostic[] = [];

export function WorkspacePage() {
  const { user } = useSession();
  // Another person on the same browser gets a page of their own, with nothing left of the one before.
  return user && <Workspace key={user.id} userId={user.id} />;
}

function Workspace({ userId }: { userId: string }) {
  const program = useProgram(userId);
  const run = useRun();
  const unavailability = useUnavailability();
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const [tab, setTab] = useState<WorkspaceTab>('program');
  const editor = useRef<CodeEditorHandle>(null);
  const { languageId } = program.document;
  const diagnostics = diagnosticsOf(run.state, languageId);

  const execute = () => {
    if (isBusy(run.state) || unavailability !== null) return;
    const source = program.currentSource();
    run.execute({ languageId, source, stdin: program.input });
    const isEmpty = source.trim() === '';
    // A part that is out of sight takes no focus, so its tab is opened first.
    flushSync(() => setTab(isEmpty ? 'program' : 'output'));
    if (isEmpty) editor.current?.focus();
  };
  const save = () => {
    if (program.isKept && program.currentSource().trim() !== '') toastSuccess('Program saved');
    execute();
  };
  const goTo = (diagnostic: Diagnostic) => {
    setTab('program');
    editor.current?.goTo(diagnostic);
  };
  const type = (id: LanguageId, text: string) => {
    program.keepProgram(id, text);
    if (run.state.step === 'failed' && run.state.failure === 'empty') run.dismiss();
  };
  useWindowEvent(
    'keydown',
    (event) => {
      const command = commandOf(event);
      if (!command) return;
      // The editor and the browser have uses of their own for these keys.
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      if (command === 'execute') execute();
      else save();
    },
    { capture: true },
  );

  const parts = {
    problem: <ProblemPane />,
    program: (
      <EditorPane
        document={program.document}
        fromOtherTab={program.fromOtherTab}
        diagnostics={diagnostics}
        onTyped={type}
        handle={editor}
        isKept={program.isKept}
        onGoTo={goTo}
      />
    ),
    input: <InputPane input={program.input} onChange={program.changeInput} />,
    output: <OutputPanel state={run.state} />,
  };

  return (
    <div className={classes.workspace}>
      <WorkspaceToolbar
        languageId={languageId}
        state={run.state}
        unavailability={unavailability}
        onChooseLanguage={program.chooseLanguage}
        onExecute={execute}
        onSave={save}
        onStop={run.stop}
      />
      <WorkspaceNotices
        state={run.state}
        unavailability={unavailability}
        isKept={program.isKept}
        onCheckAgain={run.checkAgain}
        onDismiss={run.dismiss}
      />
      {isPhone ? (
        <WorkspaceTabs parts={parts} tab={tab} onChooseTab={setTab} />
      ) : (
        <WorkspacePanes {...parts} />
      )}
    </div>
  );
}

/** What the last run says of the program that is in the editor. */
function diagnosticsOf(state: RunState, languageId: LanguageId): readonly Diagnostic[] {
  const isOfProgram = state.step === 'ended' && state.order.languageId === languageId;
  return isOfProgram ? state.result.diagnostics : none;
}

function commandOf(event: KeyboardEvent): 'execute' | 'save' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return null;
  if (event.key === 'Enter') return 'execute';
  return event.key.toLowerCase() === 's' ? 'save' : null;
}
