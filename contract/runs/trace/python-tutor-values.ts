import type { ShownObject, Snapshot } from './replay.ts';
import {
  MAX_TRACE_ELEMENTS,
  type TaggedValue,
  type TraceAggregate,
  type TracePair,
  type TraceValue,
} from './trace.ts';

/** JSON of Python Tutor's encoding of values. */
export type TutorValue = string | number | boolean | null | TutorValue[];

/** Encodes the values and objects of a language. */
export interface TutorEncoder {
  /** @param place names the variable among all: its frame's activation, a slash and its name */
  encode: (value: TraceValue, place: string, snapshot: Snapshot) => TutorValue;
  /** Its key in the heap and itself; null if it is not shown. */
  encodeObject: (object: ShownObject, snapshot: Snapshot) => [string, TutorValue] | null;
}

export const encoderOf = (language: string, types: readonly string[]): TutorEncoder =>
  language === 'c' || language === 'cpp' ? new EncoderForC(types) : new EncoderForPython(types);

const MAX_CODE_POINT = 0x10ffff;
const characterOf = (code: number): string =>
  code >= 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : String(code);

/** What Python Tutor has no form for, in words. */
export function textOf(value: TraceValue): string {
  if (!Array.isArray(value)) return String(value);
  switch (value[0]) {
    case 'f':
    case 'i':
    case 'x':
      return value[1];
    case 's':
      return `${value[1]}…`;
    case 'c':
      return characterOf(value[1]);
    case 'u':
      return 'not set';
    case 'd':
      return 'dangling';
    case 'v':
      return `address of ${value[2]}`;
    case 'r':
      return `object ${value[1]}`;
    case 'o':
      break;
  }
  return value[1];
}

/** A number with a fraction, or its text if JSON writes it in another way. */
const numberOf = (text: string): number | null =>
  String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : null;

type Pairs = readonly TracePair[];
const pairsOf = (parts: TraceAggregate): Pairs =>
  parts[0] === 'map' || parts[0] === 'fields' ? parts[3] : [];

/** Each element that is not set on its own. */
function elementsOf(parts: TraceAggregate): TraceValue[] {
  if (parts[0] === 'map' || parts[0] === 'fields') return [];
  const all: TraceValue[] = [];
  for (const value of parts[3]) {
    const isRun = Array.isArray(value) && value[0] === 'u';
    const count = isRun ? (value[1] ?? 1) : 1;
    const room = MAX_TRACE_ELEMENTS - all.length;
    for (let more = Math.min(count, room); more > 0; more -= 1) all.push(isRun ? ['u'] : value);
  }
  return all;
}

const countMissing = (parts: TraceAggregate): number =>
  parts[0] === 'opaque'
    ? 0
    : Math.max(0, parts[2] - pairsOf(parts).length - elementsOf(parts).length);

/** For Python, Java and every language that refers to its objects. */
class EncoderForPython implements TutorEncoder {
  readonly #types: readonly string[];

  constructor(types: readonly string[]) {
    this.#types = types;
  }

  encode(value: TraceValue): TutorValue {
    if (!Array.isArray(value)) return value;
    switch (value[0]) {
      case 'r':
        return ['REF', value[1]];
      case 'f':
        return numberOf(value[1]) ?? ['SPECIAL_FLOAT', value[1]];
      case 'i':
        return ['SPECIAL_FLOAT', value[1]];
      case 'c':
      case 's':
        return textOf(value);
      case 'o':
        return inWords(this.#types[value[2]] ?? value[1]);
      default:
        return inWords(textOf(value));
    }
  }

  encodeObject({ id, type, parts }: ShownObject): [string, TutorValue] {
    const more = countMissing(parts);
    const pairs = pairsOf(parts).map((pair) => pair.map((one) => this.encode(one)));
    const elements = elementsOf(parts).map((one) => this.encode(one));
    const missing = more === 0 ? [] : [inWords(`… ${more} more`)];
    const key = String(id);
    switch (parts[0]) {
      case 'map':
        return [key, ['DICT', ...pairs, ...missing.map((words) => [words, ''])]];
      case 'fields':
        return [key, ['INSTANCE', type, ...pairs]];
      case 'opaque':
        return [key, [type, '']];
      case 'tuple':
        return [key, ['TUPLE', ...elements, ...missing]];
      case 'set':
        return [key, ['SET', ...elements, ...missing]];
      case 'array':
      case 'list':
        break;
    }
    return [key, ['LIST', ...elements, ...missing]];
  }
}

/** A value that is shown in words, as if it were a number. */
const inWords = (words: string): TutorValue => ['IMPORTED_FAUX_PRIMITIVE', words];

const FIRST_ADDRESS = 0x1000;
const ADDRESS_STEP = 0x10;
const HEAP = 'heap/';

/** For C and C++, where Python Tutor shows every value with its address. Traces have none, so they are made up. */
class EncoderForC implements TutorEncoder {
  readonly #types: readonly string[];
  readonly #addresses = new Map<string, string>();

  constructor(types: readonly string[]) {
    this.#types = types;
  }

  encode(value: TraceValue, place: string, snapshot: Snapshot): TutorValue {
    if (Array.isArray(value)) return this.#encodeTagged(value, place, snapshot);
    if (value === null) return this.#data(place, 'pointer', '0x0');
    if (typeof value === 'string') return this.#data(place, 'string', value);
    return this.#data(place, typeof value === 'boolean' ? 'bool' : 'int', value);
  }

  /** Blocks that were freed are not shown, so that pointers to them lead nowhere. */
  encodeObject({ id, parts, isFreed }: ShownObject, snapshot: Snapshot) {
    const place = `${HEAP}${id}`;
    if (isFreed) return null;
    const encoded: [string, TutorValue] = [
      this.#addressOf(place),
      this.#aggregate(parts, place, snapshot),
    ];
    return encoded;
  }

  #encodeTagged(value: TaggedValue, place: string, snapshot: Snapshot): TutorValue {
    switch (value[0]) {
      case 'r':
        return this.#pointer(place, `${HEAP}${value[1]}[${value[2] ?? 0}]`);
      case 'v': {
        const activation = snapshot.frames[value[1]]?.activation ?? 'gone';
        return this.#pointer(place, `${activation}/${value[2]}`);
      }
      case 'd':
        return this.#pointer(place, value[1] === undefined ? 'gone' : `${HEAP}${value[1]}`);
      case 'u':
        return this.#data(place, 'unknown', '<UNINITIALIZED>');
      case 'f':
        return this.#data(place, 'double', numberOf(value[1]) ?? value[1]);
      case 'i':
        return this.#data(place, 'long', value[1]);
      case 'c':
        return this.#data(place, 'char', characterOf(value[1]));
      case 's':
        return this.#data(place, 'string', textOf(value));
      case 'x':
        return this.#data(place, 'other', value[1]);
      case 'o':
        break;
    }
    const [, ...parts] = value;
    return this.#aggregate(parts, place, snapshot);
  }

  #aggregate(parts: TraceAggregate, place: string, snapshot: Snapshot): TutorValue {
    const address = this.#addressOf(place);
    const type = this.#types[parts[1]] ?? parts[0];
    if (parts[0] === 'map' || parts[0] === 'fields') {
      const members = parts[3].map(([key, value]): TutorValue => {
        const name = textOf(key);
        return [name, this.encode(value, `${place}.${name}`, snapshot)];
      });
      return ['C_STRUCT', address, type, ...members];
    }
    const elements = elementsOf(parts).map((value, index) =>
      this.encode(value, `${place}[${index}]`, snapshot),
    );
    return ['C_ARRAY', address, ...elements];
  }

  #data(place: string, type: string, value: string | number | boolean): TutorValue {
    return ['C_DATA', this.#addressOf(place), type, value];
  }

  #pointer(place: string, to: string): TutorValue {
    return this.#data(place, 'pointer', this.#addressOf(to));
  }

  /** An array and its first element have the same address. */
  #addressOf(place: string): string {
    let start = place;
    while (start.endsWith('[0]')) start = start.slice(0, -'[0]'.length);
    const known = this.#addresses.get(start);
    if (known !== undefined) return known;
    const number = FIRST_ADDRESS + ADDRESS_STEP * this.#addresses.size;
    const address = `0x${number.toString(16)}`;
    this.#addresses.set(start, address);
    return address;
  }
}
