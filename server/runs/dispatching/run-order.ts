import { requireLanguage } from '@vlabs/contract/running/languages';
import { randomUUID } from 'node:crypto';
import type { RunOrder } from '@vlabs/contract/running/runner';
import { type RunPlan, inputsOf } from '../program.ts';
import { splitWords } from '../split-words.ts';

/** Judge0 deletes what a shell would act on; NUL can stand in no argument of a program. */
const DELETED_FROM_WORDS = /[$&;<>|`\0]/g;
/** Kept of each of stdout and stderr, at least. */
const OUTPUT_KB = 1024;
/** Kept of each over all inputs, at most, so that one reply can carry them. */
const OUTPUT_KB_OF_ALL = 8192;

/** What the runner is told. It learns neither who asks nor the token of the run. */
export function writeRunOrder(plan: RunPlan, priority = 0): RunOrder {
  const { program, limits } = plan;
  const inputs = inputsOf(plan);
  // With Judge0, whose output is a file, the file size decides how much output is kept.
  const outputKb = Math.max(OUTPUT_KB, limits.fileSizeKb);
  return {
    runId: randomUUID(),
    priority,
    language: requireLanguage(program.languageId).key,
    sourceBase64: program.source.toString('base64'),
    inputs: inputs.map(({ stdin, expectedOutput }) => ({
      stdinBase64: stdin?.toString('base64') ?? '',
      expectedOutputBase64: expectedOutput?.toString('base64') ?? null,
    })),
    timesEach: plan.timesEach,
    compilerOptions: wordsOf(program.compilerOptions),
    commandLineArguments: wordsOf(program.commandLineArguments),
    redirectStderrToStdout: program.redirectStderrToStdout,
    limits: {
      cpuTimeMs: Math.max(1, Math.round(limits.cpuTimeSeconds * 1000)),
      extraTimeMs: Math.round(limits.extraTimeSeconds * 1000),
      wallTimeMs: Math.max(1, Math.round(limits.wallTimeSeconds * 1000)),
      memoryKb: limits.memoryKb,
      // With Judge0, a stack without a limit of its own may take all the memory.
      stackKb: limits.stackKb === 0 ? limits.memoryKb : limits.stackKb,
      processes: limits.processes,
      fileSizeKb: limits.fileSizeKb,
      outputKb: Math.min(outputKb, Math.floor(OUTPUT_KB_OF_ALL / inputs.length)),
    },
  };
}

function wordsOf(text: string | null): string[] {
  return splitWords((text ?? '').replaceAll(DELETED_FROM_WORDS, ''));
}
