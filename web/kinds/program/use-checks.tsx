import { areQueries, requireLanguage } from '@vlabs/contract/runs/languages';
import { joinTeacherFiles } from '@vlabs/contract/runs/program-text';
import { asPlainText } from '@vlabs/contract/runs/plain-text';
import type { Diagnostic } from '@vlabs/contract/runs/runs';
import { useMemo, useState } from 'react';
import type { NamedInput } from '../../runs/inputs/inputs.ts';
import { isBusy } from '../../runs/running/run-state.ts';
import { useUnavailability } from '../../runs/running/use-availability.ts';
import { diagnosticsOf, isOfEmptyProgram, useRuns } from '../../runs/running/use-runs.ts';
import { limitsOf, ruleOf } from '@vlabs/contract/kinds/scoring/case-limits';
import type { ProgramBody } from '@vlabs/contract/kinds/program/program';
import type { useProgramAnswer } from './use-program-answer.tsx';

interface Options {
  body: ProgramBody;
  program: ReturnType<typeof useProgramAnswer>;
  isLocked: boolean;
  /** Of the runs; empty for none. */
  runTag: string;
  /** Shows the output. */
  onStart: () => void;
  /** Saves what was typed: a run may outlast the page. */
  onLeave: (() => void) | undefined;
}

/** Runs of the open program: on the samples, on the student's own input, or in the terminal. */
export function useChecks({ body, program, isLocked, runTag, onStart, onLeave }: Options) {
  const { current, run, live, view } = useRuns(runTag);
  const unavailability = useUnavailability();
  const [stdin, setStdin] = useState(
    areQueries(body.languages) ? (body.samples[0]?.input ?? '') : '',
  );
  const { languageId } = program.document;
  const isUnderWay = isBusy(run.state) || isBusy(live.state);
  const canRun = !isLocked && !isUnderWay && unavailability === null;
  const hasSamples = body.samples.length > 0;

  const begin = (start: (source: string) => void) => {
    if (!canRun) return;
    onLeave?.();
    onStart();
    const { sourceFile } = requireLanguage(languageId);
    start(joinTeacherFiles(program.currentText(), body.files ?? [], sourceFile));
  };
  const runOn = (inputs: readonly NamedInput[] | null) =>
    begin((source) => {
      view.showOutput();
      run.execute({ languageId, source, stdin, inputs, limits: limitsOf(body) });
    });
  const runOnInput = () => runOn(null);
  const diagnostics = useMemo<readonly Diagnostic[]>(
    () => diagnosticsOf(current.state, languageId),
    [current.state, languageId],
  );

  return {
    current,
    run,
    live,
    view,
    unavailability,
    stdin,
    setStdin,
    canRun,
    isUnderWay,
    diagnostics,
    runOnInput,
    /** Without samples, the student's own input is all there is to run on. */
    check: hasSamples ? () => runOn(samplesOf(body)) : runOnInput,
    hasSamples,
    runInTerminal: () =>
      begin((source) => {
        view.showTerminal();
        live.start({ languageId, source, inputs: null });
      }),
    /** Typing answers the complaint that the program is empty. */
    noteTyping: () => {
      if (isOfEmptyProgram(current.state)) current.dismiss();
    },
  };
}

function samplesOf(body: ProgramBody): NamedInput[] {
  const rule = ruleOf(body);
  return body.samples.map(({ input, output }, at) => ({
    name: `Sample ${at + 1}`,
    stdin: asPlainText(input),
    expectedOutput: output,
    rule,
  }));
}
