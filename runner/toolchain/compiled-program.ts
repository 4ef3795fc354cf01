import type { BoxFile } from '../sandbox/box-protocol.ts';

/** The result of a compilation. */
export interface CompiledProgram {
  /** The compiler's output, including errors. */
  output: Buffer;
  /** Null if the program did not compile. */
  files: BoxFile[] | null;
  /** Why the compiler was ended from outside; null if it ended by itself. */
  failure: string | null;
}

interface Head {
  output: number;
  files: { name: string; mode: number; length: number }[] | null;
}

/** Format: one line of JSON with the lengths, then the bytes. */
export function packProgram({ output, files }: CompiledProgram): Buffer {
  const head: Head = {
    output: output.length,
    files: files?.map(({ name, mode, bytes }) => ({ name, mode, length: bytes.length })) ?? null,
  };
  const parts = files?.map(({ bytes }) => bytes) ?? [];
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), output, ...parts]);
}

export function unpackProgram(packed: Buffer): CompiledProgram {
  const headEnd = packed.indexOf('\n');
  const head: Head = JSON.parse(packed.toString('utf8', 0, headEnd));
  let at = headEnd + 1;
  const take = (length: number): Buffer => packed.subarray(at, (at += length));
  const output = take(head.output);
  const files =
    head.files?.map(({ name, mode, length }) => ({ name, mode, bytes: take(length) })) ?? null;
  return { output, files, failure: null };
}
