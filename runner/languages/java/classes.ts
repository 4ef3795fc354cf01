const MAGIC = 0xca_fe_ba_be;
const PUBLIC_STATIC = 0x0009;
const MAIN = 'main ([Ljava/lang/String;)V';

const TAG_UTF8 = 1;
const TAG_LONG = 5;
const TAG_DOUBLE = 6;
/** Bytes of the other constants after their tag, by tag. */
const CONSTANT_BYTES: Record<number, number> = {
  3: 4,
  4: 4,
  [TAG_LONG]: 8,
  [TAG_DOUBLE]: 8,
  7: 2,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};

export interface JavaClass {
  /** With slashes: `shapes/Circle`. */
  name: string;
  /** Java can start it. */
  hasMain: boolean;
}

/** Reads what is needed of a class file (JVM specification, chapter 4). Null if it is none. */
export function readClass(bytes: Buffer): JavaClass | null {
  try {
    return bytes.readUInt32BE(0) === MAGIC ? readParts(bytes) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readParts(bytes: Buffer): JavaClass {
  const constants = readConstants(bytes);
  const short = (at: number) => bytes.readUInt16BE(at);
  let at = constants.end + 2;
  const name = constants.texts.get(constants.classes.get(short(at)) ?? 0) ?? '';
  at += 4;
  at += 2 + 2 * short(at);
  at = readMembers(bytes, at, () => {});
  let hasMain = false;
  readMembers(bytes, at, (flags, [nameAt, typeAt]) => {
    const signature = `${constants.texts.get(nameAt)} ${constants.texts.get(typeAt)}`;
    hasMain ||= signature === MAIN && (flags & PUBLIC_STATIC) === PUBLIC_STATIC;
  });
  return { name, hasMain };
}

/** The texts, and for each class the number of the text of its name. */
function readConstants(bytes: Buffer) {
  const texts = new Map<number, string>();
  const classes = new Map<number, number>();
  const count = bytes.readUInt16BE(8);
  let at = 10;
  for (let index = 1; index < count; index += 1) {
    const tag = bytes.readUInt8(at);
    if (tag === TAG_UTF8) {
      const length = bytes.readUInt16BE(at + 1);
      texts.set(index, bytes.toString('utf8', at + 3, at + 3 + length));
      at += 3 + length;
      continue;
    }
    if (tag === 7) classes.set(index, bytes.readUInt16BE(at + 1));
    const size = CONSTANT_BYTES[tag];
    if (size === undefined) throw new RangeError('This constant is not known.');
    at += 1 + size;
    if (tag === TAG_LONG || tag === TAG_DOUBLE) index += 1;
  }
  return { texts, classes, end: at };
}

/** Reads fields or methods; returns the place behind them. */
function readMembers(
  bytes: Buffer,
  start: number,
  onMember: (flags: number, names: [name: number, type: number]) => void,
): number {
  const short = (place: number) => bytes.readUInt16BE(place);
  let at = start + 2;
  for (let left = short(start); left > 0; left -= 1) {
    onMember(short(at), [short(at + 2), short(at + 4)]);
    let attributes = short(at + 6);
    at += 8;
    for (; attributes > 0; attributes -= 1) at += 6 + bytes.readUInt32BE(at + 2);
  }
  return at;
}
