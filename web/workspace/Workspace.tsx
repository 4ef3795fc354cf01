import { isQueryLanguage, type LanguageId } from '@vlabs/contract/runs/languages';
import type { Diagnostic } from '@vlabs/contract/runs/runs';
import { useMemo, useRef, useState, lazy, Suspense } from 'react';
import { toastError, toastSuccess } from '../ui/toast.ts';
import type { CodeEditorHandle } from '../runs/editor/CodeEditor.tsx';
import { EditorPane } from '../runs/editor/EditorPane.tsx';
import { FileActions } from './FileActions.tsx';
import { SaveStateLine } from '../programs/SaveStateLine.tsx';
import { InputPane } from '../runs/inputs/InputPane.tsx';
import { useIsPhone } from '../runs/layout/use-room.ts';
import { addSamples, MAX_INPUTS, type NamedInput } from '../runs/inputs/inputs.ts';
import type { InputResult } from '../runs/running/run-result.ts';
import type { RunState } from '../runs/running/run-state.ts';
import { OutputArea } from '../runs/terminal/OutputArea.tsx';
import { useStarterCode } from '../programs/use-assignment.ts';
import { useUnavailability } from '../runs/running/use-availability.ts';
import { StepArea } from './StepArea.tsx';
import { useStep } from './use-step.ts';
import { useExecution } from './use-execution.ts';
import { useProgramFiles } from './use-program-files.ts';
import { useProgram } from '../programs/use-program.ts';
import { diagnosticsOf, isOfEmptyProgram, useRuns } from '../runs/running/use-runs.ts';
import { useVersions } from '../programs/use-versions.ts';
import { useDialogs, WorkspaceDialogs } from './WorkspaceDialogs.tsx';
import { WorkspaceNotices } from './WorkspaceNotices.tsx';
import classes from './WorkspacePage.module.css';
import { WorkspacePanes } from './layout/WorkspacePanes.tsx';
import {
  type WorkspaceTab,
  WorkspaceTabs,
  type WorkspaceTabsProps,
} from './layout/WorkspaceTabs.tsx';
import { WorkspaceToolbar } from './WorkspaceToolbar.tsx';
import type { AssignmentProblemProps } from './AssignmentProblem.tsx';
import { NoProblem } from './NoProblem.tsx';
import { Pane } from '../runs/layout/Pane.tsx';

const AssignmentProblem = lazy(async () => ({
  default: (await import('./AssignmentProblem.tsx')).AssignmentProblem,
}));

/** Shows the statement of the open assignment, if any. */
function ProblemPane(props: AssignmentProblemProps) {
  const { assignment } = props;
  if (assignment === '') {
    return (
      <Pane heading="Problem Statement">
        <NoProblem>No problem is open.</NoProblem>
      </Pane>
    );
  }
  return (
    <Suspense fallback={<Pane heading="Problem Statement">{null}</Pane>}>
      <AssignmentProblem {...props} />
    </Suspense>
  );
}

const HandInProgram = lazy(async () => ({
  default: (await import('../assignments/hand-in/HandInProgram.tsx')).HandInProgram,
}));

interface HandInButtonProps {
  /** Empty for practice without an assignment, which can't be handed in. */
  assignment: string;
  program: Pick<ReturnType<typeof useProgram>, 'document' | 'currentSource'>;
}

/** Hands in for the open assignment. The code is loaded only if there is one. */
function HandInButton({ assignment, program }: HandInButtonProps) {
  if (assignment === '') return null;
  return (
    <Suspense>
      <HandInProgram
        assignment={assignment}
        currentProgram={() => ({
          languageId: program.document.languageId,
          source: program.currentSource(),
        })}
      />
    </Suspense>
  );
}

function PanesOrTabs(props: WorkspaceTabsProps) {
  return useIsPhone() ? <WorkspaceTabs {...props} /> : <WorkspacePanes {...props.parts} />;
}

interface WorkspaceProps {
  userId: string;
  /** Empty for practice without an assignment. */
  assignment: string;
}

export function Workspace({ userId, assignment }: WorkspaceProps) {
  const program = useProgram({ userId, assignment, given: useStarterCode(assignment) });
  const versions = useVersions(userId, assignment);
  const { current, ...runs } = useRuns(assignment);
  const unavailability = useUnavailability();
  const [tab, setTab] = useState<WorkspaceTab>('program');
  const [chosenInput, setChosenInput] = useState<number | null>(null);
  const dialogs = useDialogs();
  const editor = useRef<CodeEditorHandle>(null);
  const { drafts, inputs, document } = program;
  const { languageId } = document;
  const isQuery = isQueryLanguage(languageId);
  const files = useProgramFiles({ ...program, languageId, setAside: versions.setAside });
  const diagnostics = diagnosticsOf(current.state, languageId);
  const results = useMemo(() => resultsOf(runs.run.state), [runs.run.state]);
  const execution = useExecution({
    program,
    ...runs,
    unavailability,
    chosenInput,
    saveVersion: versions.save,
    showTab: setTab,
    editor,
  });

  const step = useStep({ assignment, program, ...runs, chosenInput, ...execution });

  const goTo = (diagnostic: Diagnostic) => {
    setTab('program');
    editor.current?.goTo(diagnostic);
  };
  const type = (id: LanguageId, text: string) => {
    program.keepProgram(id, text);
    if (isOfEmptyProgram(current.state)) current.dismiss();
  };
  const takeSamples = (samples: readonly NamedInput[]) => {
    const added = addSamples(inputs, samples);
    program.changeInputs(added.inputs);
    setTab('input');
    tellCopied(added.leftOut);
  };

  const parts = {
    problem: (
      <ProblemPane
        assignment={assignment}
        onLanguage={program.suggestLanguage}
        onTakeSamples={takeSamples}
      />
    ),
    program: (
      <EditorPane
        document={document}
        fromElsewhere={program.fromElsewhere}
        diagnostics={diagnostics}
        onTyped={type}
        handle={editor}
        isReady={program.isReady}
        tools={
          <FileActions
            onOpen={files.open}
            onDownload={files.download}
            onShowHistory={() => dialogs.setShowsHistory(true)}
          />
        }
        keys={<WorkspaceKeys />}
        saved={<SaveStateLine state={drafts.state} isKept={program.isKept} />}
        onOpen={files.open}
        onGoTo={goTo}
      />
    ),
    input: (
      <InputPane
        inputs={inputs}
        onChange={program.changeInputs}
        chosen={chosenInput}
        onChoose={setChosenInput}
        results={results}
        onRunAll={execution.runAll}
        isQuery={isQuery}
      />
    ),
    output: <OutputArea {...runs} isQuery={isQuery} onStartLive={execution.runInTerminal} />,
  };

  return (
    <div className={classes.workspace}>
      <WorkspaceToolbar
        languageId={languageId}
        state={current.state}
        unavailability={unavailability}
        onChooseLanguage={program.chooseLanguage}
        onExecute={execution.execute}
        onStep={step.step}
        onSave={execution.save}
        onStop={current.stop}
        handIn={<HandInButton assignment={assignment} program={program} />}
      />
      <WorkspaceNotices
        state={current.state}
        unavailability={unavailability}
        isKept={program.isKept}
        shutBecause={drafts.shutBecause}
        hasDiverged={drafts.divergence !== null && dialogs.isDecidingLater}
        onCompare={() => dialogs.setIsDecidingLater(false)}
        onCheckAgain={current.checkAgain}
        onDismiss={current.dismiss}
      />
      <StepArea step={step}>
        <PanesOrTabs parts={parts} tab={tab} onChooseTab={setTab} />
      </StepArea>
      <WorkspaceDialogs
        assignment={assignment}
        program={program}
        onRestore={files.restore}
        dialogs={dialogs}
      />
    </div>
  );
}

function tellCopied(leftOut: number): void {
  if (leftOut === 0) toastSuccess('Copied into the inputs');
  else toastError(`${leftOut} could not be added: you can have at most ${MAX_INPUTS} inputs.`);
}

/** As `useWorkspaceKeys` handles them. */
function WorkspaceKeys() {
  return (
    <>
      <kbd>Ctrl</kbd>/<kbd>Cmd</kbd> <kbd>Enter</kbd> executes, <kbd>S</kbd> saves.
    </>
  );
}

/** Results by input. Inputs are compared by identity, so an edited input has no result. */
function resultsOf(state: RunState): ReadonlyMap<NamedInput, InputResult> {
  const found = new Map<NamedInput, InputResult>();
  if (state.step !== 'ended' || !state.order.inputs) return found;
  for (const [index, input] of state.order.inputs.entries()) {
    const result = state.result.results?.[index];
    if (result) found.set(input, result);
  }
  return found;
}
