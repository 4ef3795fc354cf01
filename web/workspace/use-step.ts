import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOfInput, withTextOfInput } from '../runs/inputs/inputs.ts';
import { isBusy, type RunOrder, type RunState } from '../runs/running/run-state.ts';
import { useAssignment } from '../programs/use-assignment.ts';
import type { UseProgram } from '../programs/use-program.ts';
import type { UseRun } from '../runs/running/use-run.ts';

/** The code of the viewer is loaded when Step is first pressed. */
export const loadStepView = async () => (await import('../runs/step/StepView.tsx')).StepView;

interface Options {
  assignment: string;
  program: UseProgram;
  run: UseRun;
  /** Index of the open named input; null for User Input. */
  chosenInput: number | null;
  /** Runs the program to make a trace; null while no program can be run. */
  startTrace: ((stdin: string) => void) | null;
}

export type UseStep = ReturnType<typeof useStep>;

/** Stepping through the program: the last run, if it made a trace that was not closed. */
export function useStep({ assignment, program, run, chosenInput, startTrace }: Options) {
  const { inputs } = program;
  const [closed, setClosed] = useState<RunOrder | null>(null);
  const order = tracedOrderOf(run.state);
  const isOpen = order !== null && order !== closed;
  const token = order && run.state.step === 'ended' ? run.state.token : null;
  const query = useQuery({
    queryKey: ['trace', token],
    queryFn: async ({ signal }) => {
      const { loadTrace } = await import('../runs/step/load-trace.ts');
      return loadTrace(token ?? '', signal);
    },
    enabled: isOpen && token !== null,
    staleTime: Infinity,
    // What did not change from step to step is told by identity.
    structuralSharing: false,
  });
  const isCurrent =
    order !== null &&
    order.languageId === program.document.languageId &&
    order.source === program.currentSource();

  const canStep = useAssignment(assignment).data?.canStep !== false;
  const step = () => {
    loadStepView().catch(() => undefined);
    const stdin = textOfInput(inputs, chosenInput);
    const isThere = isCurrent && order.trace.stdin === stdin && run.state.step === 'ended';
    // A program that did not start has nothing to show.
    if (isThere && query.data) setClosed(null);
    else startTrace?.(stdin);
  };
  const addInput = (line: string) => {
    if (!order || !query.data) return;
    const { trace, ...rest } = order;
    const begun =
      trace.stdin === '' || trace.stdin.endsWith('\n') ? trace.stdin : `${trace.stdin}\n`;
    const stdin = `${begun}${line}\n`;
    if (textOfInput(inputs, chosenInput) === trace.stdin)
      program.changeInputs(withTextOfInput(inputs, chosenInput, stdin));
    const asking = query.data.snapshots.findLastIndex(({ asksForMore }) => asksForMore);
    const initialStep = Math.max(0, asking - 1);
    run.execute({ ...rest, stdin, trace: { stdin, initialStep } });
  };
  return {
    /** Null if a teacher turned stepping off. */
    step: canStep ? step : null,
    close: () => setClosed(order),
    addInput,
    order: isOpen ? order : null,
    token,
    isOutdated: !isCurrent,
    query,
    /** The panes are hidden: the viewer or what it waits for is shown in their place. */
    isShown: isOpen && (isBusy(run.state) || (token !== null && query.data !== null)),
  };
}

type TracedOrder = RunOrder & { trace: NonNullable<RunOrder['trace']> };

function tracedOrderOf(state: RunState): TracedOrder | null {
  if (state.step === 'idle' || state.step === 'failed') return null;
  const { order } = state;
  return isTraced(order) ? order : null;
}

const isTraced = (order: RunOrder): order is TracedOrder => order.trace !== undefined;
