import type { LanguageId } from '@vlabs/contract/runs/languages';
import type { Diagnostic } from '@vlabs/contract/runs/runs';
import { isBusy, type RunState } from './run-state.ts';
import { type UseLiveRun, useLiveRun } from '../terminal/use-live-run.ts';
import { type OutputView, useOutputView } from '../terminal/use-output-view.ts';
import { type UseRun, useRun } from './use-run.ts';

interface UseRuns {
  run: UseRun;
  live: UseLiveRun;
  view: OutputView;
  /** The run that the page shows: the terminal's while it is visible or running. */
  current: UseRun | UseLiveRun;
}

/** The batch run, shown in the output panel, and the interactive run in the terminal. */
export function useRuns(assignment: string): UseRuns {
  const run = useRun(assignment);
  const live = useLiveRun(assignment);
  const view = useOutputView();
  const current = view.isTerminal || isBusy(live.state) ? live : run;
  return { run, live, view, current };
}

const NONE: readonly Diagnostic[] = [];

/** The last run's diagnostics for the program in the editor. */
export function diagnosticsOf(state: RunState, languageId: LanguageId): readonly Diagnostic[] {
  const isOfProgram = state.step === 'ended' && state.order.languageId === languageId;
  return isOfProgram ? state.result.diagnostics : NONE;
}

/** The run was refused because the program was empty. */
export const isOfEmptyProgram = (state: RunState): boolean =>
  state.step === 'failed' && state.failure === 'empty';
