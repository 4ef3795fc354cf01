import type { Replayed } from '@vlabs/contract/runs/trace/replay';

/** More is not read step by step, and takes long to lay out. */
const MAX_SHOWN = 8000;

export interface PrintedPart {
  text: string;
  isError: boolean;
  /** Printed since the step before. */
  isNew: boolean;
}

export interface Printed {
  parts: PrintedPart[];
  /** Earlier text is left out. */
  isCut: boolean;
}

/**
 * What is printed at a step: the last part of it if it is long.
 * @param to the number of pieces that are printed
 * @param newFrom the number of pieces that were printed before
 */
export function printedAt(output: Replayed['output'], to: number, newFrom: number): Printed {
  const parts: PrintedPart[] = [];
  let room = MAX_SHOWN;
  let at = to - 1;
  for (; at >= 0 && room > 0; at -= 1) {
    const { text = '', isError = false } = output[at] ?? {};
    parts.push({ text: text.slice(-room), isError, isNew: at >= newFrom });
    room -= text.length;
  }
  const joined: PrintedPart[] = [];
  for (const part of parts.toReversed()) addPart(joined, part);
  return { parts: joined, isCut: at >= 0 || room < 0 };
}

/** Texts that look alike are one part. */
function addPart(parts: PrintedPart[], part: PrintedPart): void {
  if (part.text === '') return;
  const last = parts.at(-1);
  if (last?.isError === part.isError && last.isNew === part.isNew) last.text += part.text;
  else parts.push(part);
}

/** Of the input, around the place up to which it is read. */
const MAX_READ = 2000;
const MAX_UNREAD = 4000;

export interface InputParts {
  read: string;
  unread: string;
  isCutBefore: boolean;
  isCutAfter: boolean;
}

/**
 * Splits the input where the program has read up to.
 * @param encoded the input in UTF-8
 * @param bytes how many of them were read
 */
export function splitInput(encoded: Uint8Array, bytes: number): InputParts {
  const decoder = new TextDecoder();
  const at = Math.min(bytes, encoded.length);
  const from = startOfCharacter(encoded, Math.max(0, at - MAX_READ));
  const to = startOfCharacter(encoded, Math.min(encoded.length, at + MAX_UNREAD));
  const place = startOfCharacter(encoded, at);
  return {
    read: decoder.decode(encoded.subarray(from, place)),
    unread: decoder.decode(encoded.subarray(place, to)),
    isCutBefore: from > 0,
    isCutAfter: to < encoded.length,
  };
}

/** The character at this byte or the one that it is within. */
function startOfCharacter(encoded: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && ((encoded[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
