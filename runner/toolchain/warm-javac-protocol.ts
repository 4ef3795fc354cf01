/** Requests and answers of WarmCompiler.java: big-endian lengths before bytes. */

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

/** @param options in addition to those of every compilation */
export const packOrder = (name: string, source: Buffer, options: string[]): Buffer =>
  Buffer.concat([
    withLength(Buffer.from(name)),
    withLength(Buffer.from(options.join('\n'))),
    withLength(source),
  ]);

/** The capacity of a box's folder, and more than any compiler prints. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const LENGTH_BYTES = 4;

/** Assembles the answer from its pieces. */
export class AnswerReader {
  #pieces: Buffer[] = [];
  #held = 0;
  #length: number | null = null;

  push(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#held += bytes.length;
    if (this.#length === null && this.#held >= LENGTH_BYTES)
      this.#length = this.#joined().readUInt32BE(0);
  }

  #joined(): Buffer {
    const joined = Buffer.concat(this.#pieces);
    this.#pieces = [joined];
    return joined;
  }

  get isTooLong(): boolean {
    return (this.#length ?? 0) > MAX_ANSWER_BYTES;
  }

  /** The complete answer, once; null while it is incomplete. */
  take(): Buffer | null {
    if (this.#length === null || this.isTooLong || this.#held < LENGTH_BYTES + this.#length)
      return null;
    const answer = this.#joined().subarray(LENGTH_BYTES, LENGTH_BYTES + this.#length);
    this.#pieces = [];
    this.#held = 0;
    this.#length = null;
    return answer;
  }
}

/** Throws on a malformed answer. */
export function readAnswer(bytes: Buffer): WarmAnswer {
  let at = 0;
  const number = (): number => {
    at += LENGTH_BYTES;
    return bytes.readInt32BE(at - LENGTH_BYTES);
  };
  const block = (): Buffer => {
    const length = number();
    at += length;
    return bytes.subarray(at - length, at);
  };
  const status = number();
  const output = block();
  const files = Array.from({ length: number() }, () => ({
    name: block().toString('utf8'),
    bytes: block(),
  }));
  return { status, output, files };
}
