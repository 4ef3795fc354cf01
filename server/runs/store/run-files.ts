import { FileRole } from '@vlabs/contract/runs/program-files';
import { z } from 'zod';

/** A further file of a program. */
export interface RunFile {
  path: string;
  bytes: Buffer;
  /** Without: the person's own. */
  role?: FileRole | undefined;
}

const Head = z.array(z.object({ path: z.string(), length: z.int(), role: FileRole.optional() }));

/** Files as one text of bytes: a line of JSON with the paths and lengths, then the contents. Null for no files. */
export function packFiles(files: readonly RunFile[]): Buffer | null {
  if (files.length === 0) return null;
  const head = files.map(({ path, bytes, role }) => ({ path, length: bytes.length, role }));
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...files.map(({ bytes }) => bytes),
  ]);
}

export function unpackFiles(packed: Buffer | null): RunFile[] {
  if (packed === null) return [];
  const headEnd = packed.indexOf('\n');
  let at = headEnd + 1;
  return Head.parse(JSON.parse(packed.toString('utf8', 0, headEnd))).map(({ length, ...file }) => ({
    ...file,
    bytes: packed.subarray(at, (at += length)),
  }));
}
