import type { LanguageId } from '@vlabs/contract/running/languages';
import type { Diagnostic } from '@vlabs/contract/running/runs';
import { isBusy, type RunState } from './run-state.ts';
import { type UseLiveRun, useLiveRun } from '../terminal/use-live-run.ts';
import { type OutputView, useOutputView } from '../terminal/use-output-view.ts';
import { type UseRun, useRun } from './use-run.ts';

interface UseRuns {
  run: UseRun;
  live: UseLiveRun;
  view: OutputView;
  /** What the page speaks of: the program in the terminal while that is in sight or under way. */
  current: UseRun | UseLiveRun;
}

/** The run whose output is shown at its end, and the one that is answered in the terminal. */
export function useRuns(assignment: string): UseRuns {
  const run = useRun(assignment);
  const live = useLiveRun(assignment);
  const view = useOutputView();
  const current = view.isTerminal || isBusy(live.state) ? live : run;
  return { run, live, view, current };
}

const none: readonly Diagnostic[] = [];

/** What the last run says of the program that is in the editor. */
export function diagnosticsOf(state: RunState, languageId: LanguageId): readonly Diagnostic[] {
  const isOfProgram = state.step === 'ended' && state.order.languageId === languageId;
  return isOfProgram ? state.result.diagnostics : none;
}

/** The program was asked to run, and was empty. */
export const isOfEmptyProgram = (state: RunState): boolean =>
  state.step === 'failed' && state.failure === 'empty';
