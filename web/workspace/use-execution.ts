import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { toastError } from '../ui/toast.ts';
import type { CodeEditorHandle } from '../runs/editor/CodeEditor.tsx';
import { MAX_INPUTS, type NamedInput } from '../runs/inputs/inputs.ts';
import { isBusy, type RunOrder } from '../runs/running/run-state.ts';
import type { UseLiveRun } from '../runs/terminal/use-live-run.ts';
import type { OutputView } from '../runs/terminal/use-output-view.ts';
import type { UseProgram } from '../programs/use-program.ts';
import type { UseRun } from '../runs/running/use-run.ts';
import type { UnsentVersion } from '../programs/version-outbox.ts';
import type { WorkspaceTab } from './layout/WorkspaceTabs.tsx';
import { useWindowEvent } from '@mantine/hooks';

interface Options {
  program: UseProgram;
  run: UseRun;
  live: UseLiveRun;
  view: OutputView;
  unavailability: string | null;
  /** Index of the open named input; null for User Input. */
  chosenInput: number | null;
  saveVersion: (version: UnsentVersion) => void;
  showTab: (tab: WorkspaceTab) => void;
  editor: RefObject<CodeEditorHandle | null>;
}

/** The commands behind the Workspace's buttons and shortcuts. */
export function useExecution(options: Options) {
  const { program, run, live, view, unavailability, chosenInput, saveVersion, showTab, editor } =
    options;
  const { stdin, named } = program.inputs;
  const { languageId } = program.document;
  const isUnderWay = isBusy(run.state) || isBusy(live.state);
  const canRun = !isUnderWay && unavailability === null;

  const start = (inputs: readonly NamedInput[] | null, trace?: RunOrder['trace']) => {
    if (!canRun) return;
    const source = program.currentSource();
    view.showOutput();
    run.execute({ languageId, source, stdin, inputs, ...(trace && { stdin: trace.stdin, trace }) });
    showBegun(source);
  };
  const showBegun = (source: string) => {
    const isEmpty = source.trim() === '';
    // A hidden pane can't take focus, so its tab is opened first.
    flushSync(() => showTab(isEmpty ? 'program' : 'output'));
    if (isEmpty) editor.current?.focus();
  };
  const runInTerminal = () => {
    if (!canRun) return;
    const source = program.currentSource();
    view.showTerminal();
    live.start({ languageId, source, inputs: null });
    showBegun(source);
  };
  const execute = () => {
    const open = chosenInput === null ? undefined : named[chosenInput];
    start(open ? [open] : null);
  };
  const runAll = () => {
    const tooMany = named.length - MAX_INPUTS;
    if (tooMany > 0)
      toastError(`You can run at most ${MAX_INPUTS} inputs at once. Remove ${tooMany}.`);
    else if (named.length > 0) start(named);
  };
  const save = () => {
    const text = program.currentSource();
    if (text.trim() !== '') saveVersion({ languageId, text });
    program.drafts.flush();
    execute();
  };
  useWorkspaceKeys({ execute, 'run-all': runAll, save });
  return {
    execute,
    save,
    /** Null while no program can be run. */
    runAll: canRun ? runAll : null,
    runInTerminal: canRun ? runInTerminal : null,
    startTrace: canRun ? (input: string) => start(null, { stdin: input, initialStep: 0 }) : null,
  };
}

type Command = 'execute' | 'run-all' | 'save';

/** Ctrl/Cmd+Enter executes, with Shift on all inputs; Ctrl/Cmd+S saves. */
function useWorkspaceKeys(commands: Record<Command, () => void>): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const command = commandOf(event);
      if (!command) return;
      // Overrides the editor's and the browser's own shortcuts.
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) commands[command]();
    },
    { capture: true },
  );
}

function commandOf(event: KeyboardEvent): Command | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  if (event.key === 'Enter') return event.shiftKey ? 'run-all' : 'execute';
  return event.key.toLowerCase() === 's' && !event.shiftKey ? 'save' : null;
}
