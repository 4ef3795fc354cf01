import { MAX_PATH_PARTS } from '@vlabs/contract/runs/program-files';
import { createHash } from 'node:crypto';
import type { Compilation, Recipe } from '../languages/recipe.ts';
import type { BoxFile } from '../sandbox/box-protocol.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { compileInBox } from './compile-in-box.ts';
import { CompileTime } from './compile-time.ts';
import { type CompiledProgram, packProgram, unpackProgram } from './compiled-program.ts';
import type { DiskCache } from './disk-cache.ts';
import { leadingIncludes } from './leading-includes.ts';
import type { PrecompiledHeaders } from './precompiled-headers.ts';
import type { WarmJavac } from './warm-javac.ts';

/** A source that may read the clock or a device: its compiled form is valid only once. */
const CHANGEABLE = /__(?:DATE|TIME|TIMESTAMP)__|##|%:%:|\/(?:dev|proc)\/|incbin/;
/** Packages of Java may be nested deeper than the folders of a program; their classes are put into an archive. */
const JAVA_LEVELS = 16;
const SPLICED_LINES = /\\[ \t\r]*\n/g;

export interface Source {
  file: BoxFile;
  /** The further files of the program. */
  others: readonly BoxFile[];
  recipe: Recipe;
  compilation: Compilation;
  /** The student's own compiler options. */
  options: string[];
}

interface Parts {
  sandbox: Sandbox;
  cache: Pick<DiskCache, 'get' | 'put' | 'uses'>;
  headers: Pick<PrecompiledHeaders, 'find' | 'uses'>;
  /** Null if Java is not installed. */
  warmJavac: Pick<WarmJavac, 'compile' | 'close'> | null;
}

/** One source while it is compiled. */
interface Work extends Source {
  time: CompileTime;
  signal: AbortSignal;
}

/**
 * Compiles by the fastest method whose result is identical to the plain compiler's, including every byte of its
 * output.
 */
export class Toolchain {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get caches() {
    const { cache, headers } = this.#parts;
    return [
      { name: 'compiled_programs' as const, ...cache.uses },
      { name: 'precompiled_headers' as const, ...headers.uses },
    ];
  }

  /** Starts nothing more. The sandbox closes the boxes. */
  close(): void {
    this.#parts.warmJavac?.close();
  }

  /** Throws a StarvedError if the machine kept the compiler waiting until its limit. */
  async compile(source: Source, signal: AbortSignal): Promise<CompiledProgram> {
    const { cache } = this.#parts;
    const text = textOf(source);
    const key = isChangeable(source, text) ? null : cacheKey(source);
    const kept = key && cache.get(key);
    if (kept) return unpackProgram(kept);
    const work = { ...source, time: new CompileTime(source.compilation.limitMs), signal };
    const compiled =
      (await this.#compileWithHeader(work, text)) ??
      (await this.#compileWarm(work)) ??
      (await this.#compilePlainly(work));
    // A compilation that was ended from outside may succeed later.
    if (key && compiled.failure === null) cache.put(key, packProgram(compiled));
    return compiled;
  }

  /**
   * Null if there is no header yet, or if the compiler printed anything: only the plain compiler reports the correct
   * lines of the student's includes.
   */
  async #compileWithHeader(work: Work, text: string): Promise<CompiledProgram | null> {
    const { compilation, options, file, others } = work;
    if (others.length > 0 || options.length > 0 || compilation.needsPlainCommand?.(text))
      return null;
    const includes = leadingIncludes(text);
    const header = includes && this.#parts.headers.find(compilation, includes.block);
    if (!header) return null;
    const rest = { ...file, bytes: Buffer.from(includes.rest, 'latin1') };
    const words = quickly(compilation, compilation.words(file.name, ['-include', header]));
    const compiled = await this.#compileInBox(work, rest, words);
    const isSilent = compiled.files !== null && compiled.output.length === 0;
    return isSilent || compiled.failure !== null ? compiled : null;
  }

  /** Null if no warm compiler is free, or if it failed. */
  async #compileWarm(work: Work): Promise<CompiledProgram | null> {
    const { recipe, file, others, options, compilation, time, signal } = work;
    if (recipe.language !== 'java' || others.length > 0 || options.length > 0) return null;
    const answer = await this.#parts.warmJavac?.compile(
      { ...file, options: compilation.warmOptions ?? [] },
      time,
      signal,
    );
    if (!answer) return null;
    const { status, output, files } = answer;
    const mode = compilation.resultMode;
    return {
      output,
      files: status === 0 ? files.map((one) => ({ ...one, mode })) : null,
      failure: null,
    };
  }

  async #compilePlainly(work: Work): Promise<CompiledProgram> {
    const { compilation, file } = work;
    const words = plainWords(work);
    if (!compilation.needsPlainCommand?.(textOf(work))) {
      const quick = await this.#compileInBox(work, file, quickly(compilation, words));
      if (!compilation.isQuickOutputDifferent?.(quick.output.toString('utf8'))) return quick;
    }
    return this.#compileInBox(work, file, words);
  }

  #compileInBox(
    { recipe, others, compilation, time, signal }: Work,
    file: BoxFile,
    words: string[],
  ) {
    return compileInBox(
      this.#parts.sandbox,
      {
        sources: [file, ...others],
        steps: [words, ...laterStepsOf(compilation, file)],
        environment: compilation.environment,
        resultSuffix: compilation.resultSuffix,
        resultMode: compilation.resultMode,
        resultLevels: others.length > 0 ? levelsOf(recipe) : 1,
        size: 'ordinary',
        time,
      },
      signal,
    );
  }
}

/** Of the source and all further files. */
const textOf = ({ file, others }: Source): string =>
  [file, ...others].map(({ bytes }) => bytes.toString('latin1')).join('\n');

/** The plain command. A single source is compiled without options for further files. */
function plainWords({ compilation, file, others, options }: Source): string[] {
  const paths = others.map(({ name }) => name);
  const forFiles = paths.length > 0 ? (compilation.optionsForFiles?.(paths) ?? []) : [];
  return compilation.words(file.name, [...options, ...forFiles]);
}

/** javac reads nothing but the program. */
const isChangeable = ({ recipe, compilation }: Source, text: string): boolean =>
  compilation.script !== undefined ||
  (recipe.language !== 'java' && CHANGEABLE.test(text.replace(SPLICED_LINES, '')));

const levelsOf = ({ language }: Recipe): number =>
  language === 'java' ? JAVA_LEVELS : MAX_PATH_PARTS;

const quickly = ({ quickOptions }: Compilation, [compiler = '', ...words]: string[]): string[] => [
  compiler,
  ...quickOptions,
  ...words,
];

const laterStepsOf = (compilation: Compilation, { bytes }: BoxFile): string[][] =>
  compilation.laterSteps?.(bytes.toString('utf8')) ?? [];

function cacheKey(source: Source): string {
  const { compilation, file, others } = source;
  const { identity, quickOptions } = compilation;
  // The lengths keep apart the bytes of several files.
  const parts = others.length > 0 ? [file, ...others] : [];
  const lengths = parts.map(({ name, bytes }) => [name, bytes.length]);
  const steps = [plainWords(source), ...laterStepsOf(compilation, file)];
  const hash = createHash('sha256')
    .update(JSON.stringify([identity, quickOptions, ...steps, ...lengths]))
    .update('\0')
    .update(file.bytes);
  for (const { bytes } of others) hash.update(bytes);
  return hash.digest('hex');
}
