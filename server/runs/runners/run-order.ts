import { requireRunLanguage } from '@vlabs/contract/runs/run-languages';
import { randomUUID } from 'node:crypto';
import type { RunOrder } from '@vlabs/contract/runs/runner';
import { MAX_OUTPUT_FILES_BYTES, type ProgramFile } from '@vlabs/contract/runs/program-files';
import { type RunPlan, inputsOf } from '../store/run.ts';
import type { RunFile } from '../store/run-files.ts';

/** Judge0 strips shell metacharacters; a program argument cannot contain NUL. */
const DELETED_FROM_WORDS = /[$&;<>|`\0]/g;
/** Minimum capture limit for each of stdout and stderr. */
const OUTPUT_KB = 1024;
/** Capture limit over all inputs, so that one reply can carry the output. */
const OUTPUT_KB_OF_ALL = 8192;

/** How a runner shares its slots. */
interface Share {
  priority?: number;
  /** See `RunOwnerKeys`. */
  owner?: string | undefined;
  isCheck?: boolean;
}

/** Builds the runner's order. It contains neither the owner nor the run's token. */
export function writeRunOrder(plan: RunPlan, { priority = 0, ...share }: Share = {}): RunOrder {
  const { program, limits } = plan;
  const inputs = inputsOf(plan);
  // Judge0 writes output to a file, so its file size limit also limits the captured output.
  const outputKb = Math.max(OUTPUT_KB, limits.fileSizeKb);
  return {
    runId: randomUUID(),
    priority,
    ...(share.owner !== undefined && { owner: share.owner }),
    ...(share.isCheck && { isCheck: true }),
    language: requireRunLanguage(program.languageId),
    sourceBase64: program.source.toString('base64'),
    ...(plan.files.length > 0 && { files: plan.files.map(writeFile) }),
    inputs: inputs.map(({ name: _name, ...input }) => input),
    timesEach: plan.timesEach,
    compilerOptions: wordsOf(program.compilerOptions),
    commandLineArguments: wordsOf(program.commandLineArguments),
    redirectStderrToStdout: program.redirectStderrToStdout,
    ...(plan.collectFiles && { collectFiles: true }),
    ...(plan.isTrace && { isTrace: true }),
    limits: {
      ...limits,
      fileSizeKb: plan.collectFiles
        ? Math.max(limits.fileSizeKb, MAX_OUTPUT_FILES_BYTES / 1024)
        : limits.fileSizeKb,
      cpuTimeMs: Math.max(1, Math.round(limits.cpuTimeMs)),
      extraTimeMs: Math.round(limits.extraTimeMs),
      wallTimeMs: Math.max(1, Math.round(limits.wallTimeMs)),
      // In Judge0, the stack may use all memory unless it has its own limit.
      stackKb: limits.stackKb === 0 ? limits.memoryKb : limits.stackKb,
      outputKb: Math.min(outputKb, Math.floor(OUTPUT_KB_OF_ALL / inputs.length)),
    },
  };
}

const writeFile = ({ path, bytes, role }: RunFile): ProgramFile => ({
  path,
  contentBase64: bytes.toString('base64'),
  ...(role && { role }),
});

function wordsOf(text: string | null): string[] {
  return splitWords((text ?? '').replaceAll(DELETED_FROM_WORDS, ''));
}

/** A quoted section, an escaped character, or a run of other characters without blanks. */
const PART = /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/gs;

/** Splits words as a shell does, with quotes and backslashes, without any other shell syntax. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let end = -1;
  for (const part of text.matchAll(PART)) {
    const [whole, inDoubleQuotes, inSingleQuotes, escaped, plain] = part;
    const value =
      inDoubleQuotes?.replaceAll(/\\(["\\])/g, '$1') ?? inSingleQuotes ?? escaped ?? plain ?? '';
    // Adjacent parts belong to the same word.
    if (part.index === end) words.push(`${words.pop() ?? ''}${value}`);
    else words.push(value);
    end = part.index + whole.length;
  }
  return words;
}
