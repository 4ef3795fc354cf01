import { randomUUID } from 'node:crypto';
import type { RunOrder } from '@vlabs/contract/runner';
import { requireLanguage } from './languages.ts';
import type { RunAttributes } from './run-attributes.ts';
import { splitWords } from './split-words.ts';

/** Judge0 deletes what a shell would act on; NUL can stand in no argument of a program. */
const DELETED_FROM_WORDS = /[$&;<>|`\0]/g;
/** Kept of each of stdout and stderr, at least. */
const OUTPUT_KB = 1024;
/** Kept of each over all inputs, at most, so that one reply can carry them. */
const OUTPUT_KB_OF_ALL = 8192;

/** What the runner is told. It learns neither who asks nor the token of the run. */
export function writeRunOrder(run: RunAttributes, priority = 0): RunOrder {
  const inputs = run.inputs ?? [run];
  // With Judge0, whose output is a file, the file size decides how much output is kept.
  const outputKb = Math.max(OUTPUT_KB, run.max_file_size);
  return {
    runId: randomUUID(),
    priority,
    language: requireLanguage(run.language_id).language,
    sourceBase64: run.source_code.toString('base64'),
    inputs: inputs.map(({ stdin, expected_output }) => ({
      stdinBase64: stdin?.toString('base64') ?? '',
      expectedOutputBase64: expected_output?.toString('base64') ?? null,
    })),
    timesEach: run.number_of_runs,
    compilerOptions: wordsOf(run.compiler_options),
    commandLineArguments: wordsOf(run.command_line_arguments),
    redirectStderrToStdout: run.redirect_stderr_to_stdout,
    limits: {
      cpuTimeMs: Math.max(1, Math.round(run.cpu_time_limit * 1000)),
      extraTimeMs: Math.round(run.cpu_extra_time * 1000),
      wallTimeMs: Math.max(1, Math.round(run.wall_time_limit * 1000)),
      memoryKb: run.memory_limit,
      // With Judge0, a stack without a limit of its own may take all the memory.
      stackKb: run.stack_limit === 0 ? run.memory_limit : run.stack_limit,
      processes: run.max_processes_and_or_threads,
      fileSizeKb: run.max_file_size,
      outputKb: Math.min(outputKb, Math.floor(OUTPUT_KB_OF_ALL / inputs.length)),
    },
  };
}

function wordsOf(text: string | null): string[] {
  return splitWords((text ?? '').replaceAll(DELETED_FROM_WORDS, ''));
}
