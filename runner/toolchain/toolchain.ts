import { createHash } from 'node:crypto';
import type { Compilation, Recipe } from '../languages/recipe.ts';
import type { BoxFile } from '../sandbox/box-protocol.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { compileInBox } from './compile-in-box.ts';
import { type CompiledProgram, packProgram, unpackProgram } from './compiled-program.ts';
import type { DiskCache } from './disk-cache.ts';
import { leadingIncludes } from './leading-includes.ts';
import type { PrecompiledHeaders } from './precompiled-headers.ts';
import type { WarmJavac } from './warm-javac.ts';

/** A source that may read the clock or a device: what was made of it is true only once. */
const CHANGEABLE = /__(?:DATE|TIME|TIMESTAMP)__|##|\/(?:dev|proc)\//;

export interface Source {
  file: BoxFile;
  recipe: Recipe;
  compilation: Compilation;
  /** The student's own compiler options. */
  options: string[];
}

interface Parts {
  sandbox: Sandbox;
  cache: DiskCache;
  headers: PrecompiledHeaders;
  /** Null where no Java is installed. */
  warmJavac: WarmJavac | null;
}

/** Compiles by the quickest way that gives what the plain compiler gives, byte for byte of its output. */
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

  /** From here on nothing is started any more; boxes are the sandbox's to close. */
  close(): void {
    this.#parts.warmJavac?.close();
  }

  async compile(source: Source, signal: AbortSignal): Promise<CompiledProgram> {
    const text = source.file.bytes.toString('latin1');
    if (CHANGEABLE.test(text)) return this.#compilePlainly(source, signal);
    const key = cacheKey(source);
    const kept = this.#parts.cache.get(key);
    if (kept) return unpackProgram(kept);
    const compiled =
      (await this.#compileWithHeader(source, text, signal)) ??
      (await this.#compileWarm(source, signal)) ??
      (await this.#compilePlainly(source, signal));
    // A compiler that was ended from outside might do better another time.
    if (compiled.failure === null) this.#parts.cache.put(key, packProgram(compiled));
    return compiled;
  }

  /**
   * Null when there is no header yet, or when the compiler had anything to say: only the plain compiler
   * names the lines of the student's own includes as the student wrote them.
   */
  async #compileWithHeader(
    source: Source,
    text: string,
    signal: AbortSignal,
  ): Promise<CompiledProgram | null> {
    const { compilation, options, file } = source;
    if (!compilation.headerWords || options.length > 0) return null;
    const includes = leadingIncludes(text);
    const header = includes && this.#parts.headers.find(compilation, includes.block);
    if (!header) return null;
    const rest = { ...file, bytes: Buffer.from(includes.rest, 'latin1') };
    const compiled = await this.#compileInBox(source, rest, ['-include', header], signal);
    const isSilent = compiled.files !== null && compiled.output.length === 0;
    return isSilent || compiled.failure !== null ? compiled : null;
  }

  /** Null when no warm compiler is free, or it met a trouble of its own. */
  async #compileWarm(source: Source, signal: AbortSignal): Promise<CompiledProgram | null> {
    const { recipe, file, options, compilation } = source;
    if (recipe.language !== 'java' || options.length > 0) return null;
    const answer = await this.#parts.warmJavac?.compile(file.name, file.bytes, signal);
    if (!answer) return null;
    const { status, output, files } = answer;
    const mode = compilation.resultMode;
    return {
      output,
      files: status === 0 ? files.map((one) => ({ ...one, mode })) : null,
      failure: null,
    };
  }

  #compilePlainly(source: Source, signal: AbortSignal): Promise<CompiledProgram> {
    return this.#compileInBox(source, source.file, source.options, signal);
  }

  #compileInBox({ compilation }: Source, file: BoxFile, options: string[], signal: AbortSignal) {
    return compileInBox(
      this.#parts.sandbox,
      {
        sources: [file],
        words: compilation.words(file.name, options),
        resultSuffix: compilation.resultSuffix,
        resultMode: compilation.resultMode,
        size: 'ordinary',
      },
      signal,
    );
  }
}

function cacheKey({ compilation, file, options }: Source): string {
  return createHash('sha256')
    .update(JSON.stringify([compilation.identity, compilation.words(file.name, options)]))
    .update('\0')
    .update(file.bytes)
    .digest('hex');
}
