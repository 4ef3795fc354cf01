import type { LanguageId } from '@vlabs/contract/runs/languages';
import { createRun, getRun } from '@vlabs/contract/runs/runs';
import { encodeBase64Text } from '../../platform/base64-text.ts';
import { call, messageOf } from '../../platform/calls/call.ts';
import { MAX_INPUTS } from '../inputs/inputs.ts';
import { type RunLimits, limitFields } from './run-state.ts';
import { hasEnded, isAccepted, readRunResult, type RunResult } from './run-result.ts';

interface ProgramToRun extends RunLimits {
  languageId: LanguageId;
  source: string;
}

export type RanInputs =
  /** One per input; `output` is null if the program did not end normally, and `ending` says how it ended. */
  | { results: { output: string | null; ending: string }[] }
  /** Why the program did not run, in a sentence. */
  | { problem: string; compilerText: string };

const asBase64 = { base64_encoded: 'true', wait: 'true' };

/** Runs a program on any number of inputs, as many at a time as a run takes. */
export async function runOnInputs(
  program: ProgramToRun,
  inputs: readonly string[],
  signal: AbortSignal,
): Promise<RanInputs> {
  const results: { output: string | null; ending: string }[] = [];
  try {
    for (let at = 0; at < inputs.length; at += MAX_INPUTS) {
      const ran = await runOnce(program, inputs.slice(at, at + MAX_INPUTS), signal);
      if (!ran.results) return { problem: sayWhyNot(ran), compilerText: ran.compileOutput };
      for (const { verdict, stdout, description } of ran.results) {
        results.push({ output: verdict === 'accepted' ? stdout : null, ending: description });
      }
    }
    return { results };
  } catch (error) {
    return { problem: `The program couldn’t be run. ${messageOf(error)}`, compilerText: '' };
  }
}

async function runOnce(
  { languageId, source, ...limits }: ProgramToRun,
  inputs: readonly string[],
  signal: AbortSignal,
): Promise<RunResult> {
  const body = {
    source_code: encodeBase64Text(source),
    files_in_source: true,
    language_id: languageId,
    inputs: inputs.map((text, at) => ({
      name: String(at + 1),
      stdin: encodeBase64Text(text),
      expected_output: null,
    })),
    ...limitFields(limits),
  };
  let run = await call(createRun, { query: asBase64, body }, { signal });
  const { token = '' } = run;
  while (!hasEnded(run)) {
    run = await call(getRun, { params: { token }, query: asBase64 }, { signal });
  }
  return readRunResult(run);
}

function sayWhyNot(ran: RunResult): string {
  if (ran.compileOutput !== '' && !isAccepted(ran)) return 'The program does not compile.';
  return `The program can’t be run: ${ran.description}.`;
}
