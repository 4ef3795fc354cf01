/** Orders and answers of WarmCompiler.java: big endian lengths before bytes. */

export interface WarmAnswer {
  status: number;
  output: Buffer;
  files: { name: string; bytes: Buffer }[];
}

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

export const packOrder = (name: string, source: Buffer): Buffer =>
  Buffer.concat([withLength(Buffer.from(name)), withLength(source)]);

/** Reads one answer; null while it is not whole. */
export function readAnswer(bytes: Buffer): WarmAnswer | null {
  let at = 0;
  const isWhole = (length: number): boolean => at + length <= bytes.length;
  const number = (): number | null => {
    if (!isWhole(4)) return null;
    at += 4;
    return bytes.readInt32BE(at - 4);
  };
  const block = (): Buffer | null => {
    const length = number();
    if (length === null || !isWhole(length)) return null;
    at += length;
    return bytes.subarray(at - length, at);
  };
  const status = number();
  const output = block();
  const count = number();
  if (status === null || output === null || count === null) return null;
  const files: WarmAnswer['files'] = [];
  for (let index = 0; index < count; index++) {
    const name = block();
    const content = block();
    if (name === null || content === null) return null;
    files.push({ name: name.toString('utf8'), bytes: content });
  }
  return { status, output, files };
}
