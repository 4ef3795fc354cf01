import { isUtf8 } from 'node:buffer';

/** Frames between the runner and a box. The other end is box-init.c. */

const HEAD_BYTES = 5;
/** The largest frame: a collected file. */
export const MAX_FRAME_BYTES = 128 * 1024 * 1024;
/** The cell's buffer for input that the program has not read yet. */
export const INPUT_WINDOW_BYTES = 65536;

export interface Frame {
  type: string;
  body: Buffer;
}

export function frame(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(
    parts.reduce((total, part) => total + part.length, 0),
    1,
  );
  return Buffer.concat([head, ...parts]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function number64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

export interface BoxFile {
  /** Its path in /box: up to four names with slashes between them. */
  name: string;
  mode: number;
  bytes: Buffer;
}

export function putFrame({ name, mode, bytes }: BoxFile): Buffer {
  const nameBytes = Buffer.from(name);
  return frame('P', number32(mode), number32(nameBytes.length), nameBytes, bytes);
}

/**
 * Begins a fresh cell.
 * @param options the mount options of its /box, /tmp and /dev/shm
 */
export const beginFrame = (options: readonly string[]): Buffer =>
  frame('B', Buffer.from(options.map((one) => `${one}\0`).join('')));

/** Limits that the cell enforces. The control group limits memory, processes and time. */
export interface ProgramLimits {
  stdoutBytes: number;
  stderrBytes: number;
  fileBytes: number;
  stackBytes: number;
  openFiles: number;
  /** Per process: a second line of defence behind the control group's count. */
  cpuSeconds: number;
}

export interface Command {
  /** An absolute path and its arguments; no shell is involved. */
  words: string[];
  environment: Record<string, string>;
  mergeStderr: boolean;
  limits: ProgramLimits;
  /** Has the filter of tracers. */
  isTracer?: boolean;
  /** Continues in the box's preloaded interpreter, with its command and environment. */
  inPlace?: boolean;
  /** The size of the terminal, in a box that has one. If absent, the program has pipes. */
  window?: WindowSize;
}

/** Of a terminal, in characters. */
export interface WindowSize {
  columns: number;
  rows: number;
}

const windowBytes = ({ columns, rows }: WindowSize): Buffer[] => [
  number16(columns),
  number16(rows),
];

export const windowFrame = (window: WindowSize): Buffer => frame('W', ...windowBytes(window));

const noWindow: WindowSize = { columns: 0, rows: 0 };

export function runFrame(command: Command): Buffer {
  const { mergeStderr, limits, inPlace = false, isTracer = false, window = noWindow } = command;
  const words = inPlace ? [] : command.words;
  const environment = inPlace ? {} : command.environment;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const all = [...words, ...variables];
  if (all.some((word) => word.includes('\0'))) throw new Error('A command contains NUL.');
  return frame(
    inPlace ? 'Y' : 'R',
    number64(limits.stdoutBytes),
    number64(limits.stderrBytes),
    number64(limits.fileBytes),
    number64(limits.stackBytes),
    number64(limits.openFiles),
    number64(limits.cpuSeconds),
    number32(mergeStderr ? 1 : 0),
    number32(isTracer ? 1 : 0),
    number32(words.length),
    number32(variables.length),
    ...windowBytes(window),
    Buffer.from(all.map((word) => `${word}\0`).join('')),
  );
}

/** Which regular files of /box are collected. */
export interface FileSelection {
  /** The ending of their names; empty for all. */
  suffix: string;
  /** Of all files together. Larger ones are left out. */
  maxBytes: number;
  maxFiles?: number;
  /** Levels of folders to read; by default only the box itself. */
  levels?: number;
  /** Leaves out names with a dot in front, and the caches of Python. */
  isVisible?: boolean;
}

const MAX_UINT32 = 2 ** 32 - 1;

export const collectFrame = (selection: FileSelection): Buffer => {
  const { suffix, maxBytes, maxFiles = MAX_UINT32, levels = 1, isVisible = false } = selection;
  const numbers = [maxFiles, levels, isVisible ? 1 : 0].map(number32);
  return frame('G', number64(maxBytes), ...numbers, Buffer.from(suffix));
};

/** Null if the name is not valid UTF-8: names that differ only in invalid bytes would become equal. */
export function readFileFrame(body: Buffer): { name: string; bytes: Buffer } | null {
  const nameEnd = 4 + body.readUInt32LE(0);
  const name = body.subarray(4, nameEnd);
  return isUtf8(name) ? { name: name.toString('utf8'), bytes: body.subarray(nameEnd) } : null;
}

export interface Ending {
  exitCode: number | null;
  exitSignal: number | null;
  wallTimeMs: number;
  /** The program itself had ended; processes that it had started were stopped. */
  leftRunning: boolean;
}

/** Parses the status word of wait(2), the wall time in nanoseconds and the flag of processes left running. */
export function readDoneFrame(body: Buffer): Ending {
  const status = body.readInt32LE(0);
  const signal = status & 0x7f;
  return {
    exitCode: signal === 0 ? (status >> 8) & 0xff : null,
    exitSignal: signal === 0 ? null : signal,
    wallTimeMs: Number(body.readBigUInt64LE(4)) / 1e6,
    leftRunning: body.readUInt8(12) !== 0,
  };
}

/** Splits a stream of bytes into frames. A frame may arrive in any number of pieces. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #held = 0;
  #needed = HEAD_BYTES;

  /** The frames that these bytes complete. Throws on a frame that is larger than any box may send. */
  push(bytes: Buffer): Frame[] {
    const frames: Frame[] = [];
    this.#pieces.push(bytes);
    this.#held += bytes.length;
    if (this.#held < this.#needed) return frames;
    let rest = this.#pieces.length === 1 ? bytes : Buffer.concat(this.#pieces);
    for (;;) {
      this.#needed = rest.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + rest.readUInt32LE(1);
      if (this.#needed > MAX_FRAME_BYTES) throw new Error('A box sent a frame that is too large.');
      if (rest.length < this.#needed) break;
      frames.push({
        type: String.fromCharCode(rest.readUInt8(0)),
        body: rest.subarray(HEAD_BYTES, this.#needed),
      });
      rest = rest.subarray(this.#needed);
    }
    this.#pieces = [rest];
    this.#held = rest.length;
    return frames;
  }
}
